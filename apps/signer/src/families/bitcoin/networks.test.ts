import { describe, expect, it } from 'vitest';
import { describeBitcoinKey, importBitcoinKey } from './keys.ts';

/** The secret that is the number 1. */
const one = Uint8Array.from([...new Uint8Array(31), 1]);

describe('the key of number 1', () => {
  // Encoded by other code than this, with the prefixes of each chain's `chainparams.cpp`: its address, and the key as its wallets export it.
  it.each([
    [
      'BELLS',
      'bel1qw508d6qejxtdg4y5r3zarvary0c5xw7kztdea9',
      'PdiUUh8dnXB36B2XcbPdodUX5Ujoj2VDubJwcW1V8DJu69XHZWGg',
    ],
    ['DASH', 'XmN7PQYWKn5MJFna5fRYgP6mxT2F7xpekE', 'XBHddvWWiMu3nZhhpTXBQWJMmdz5JNKJD85b9fgKAckCT2coW3Y4'],
    [
      'DGB',
      'dgb1qw508d6qejxtdg4y5r3zarvary0c5xw7kmudfnm',
      'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
    ],
    [
      'VTC',
      'vtc1qw508d6qejxtdg4y5r3zarvary0c5xw7kuk9r06',
      'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
    ],
    [
      'VIA',
      'via1qw508d6qejxtdg4y5r3zarvary0c5xw7kxzdzsn',
      'WSPUn7i1qbKMuyds45YiRdpvXTyp8GxfPuxwMPwqiDye3Nc8SkGq',
    ],
    [
      'QTUM',
      'qc1qw508d6qejxtdg4y5r3zarvary0c5xw7kq52at0',
      'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
    ],
    ['FIRO', 'aBPjJ4LEarrcCrd6EBRTb8jVjUZuHQFVnD', 'Y4mR4tfumHPsdfnK8utYBYsHGFBzJswfBmpNWPkt7VGU91p8Yd1d'],
    ['XVG', 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE', 'QNcdLVw8fHkixm6NNyN6nVwxKek4u7qrioRbQmjxac5TVoTtZuot'],
    [
      'BELLS-regtest',
      'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
    [
      'DASH-regtest',
      'yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
    [
      'DGB-regtest',
      'dgbrt1qw508d6qejxtdg4y5r3zarvary0c5xw7k2875s5',
      'eaHADzXVU3hvWSN7UFFqDD2iDN2h3HseMDE78P13iYRnXacFLhTH',
    ],
    [
      'VTC-regtest',
      'rvtc1qw508d6qejxtdg4y5r3zarvary0c5xw7kwg8svw',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
    [
      'VIA-regtest',
      'rvia1qw508d6qejxtdg4y5r3zarvary0c5xw7k5u03n8',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
    [
      'QTUM-regtest',
      'qcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7k28q8nz',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
    [
      'FIRO-regtest',
      'TLeUZDGLWnyiJVFcp3m3M1782uBsGWa8uf',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
    [
      'XVG-regtest',
      'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
    ['FLUX', 't1UYsZVJkLPeMjxEtACvSxfWuNmddpWfxzs', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
    ['KMD', 'RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh', 'Up1YVLk7uuErCHVQyFCtfinZngmdwfyfc47WCQ8oJxgowjVzNeqs'],
    [
      'FLUX-regtest',
      'tmLPctKo9j49rtCSKpwEBpLBeykiTGomGQs',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
    [
      'KMD-regtest',
      'RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh',
      'Up1YVLk7uuErCHVQyFCtfinZngmdwfyfc47WCQ8oJxgowjVzNeqs',
    ],
    // As libnexa-ts 3.0.0 writes both.
    [
      'NEXA',
      'nexa:qp63uahgrxged4z5jswyt5dn5v3lzsem6cg72sy3kw',
      '6BJ51ecV8P4p77TtMepFs6K3iD2qDeVShToZau8KBkNus5zA7Zjk',
    ],
    [
      'NEXA-regtest',
      'nexareg:qp63uahgrxged4z5jswyt5dn5v3lzsem6c35dxzyvd',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
    ['ZEC', 't1UYsZVJkLPeMjxEtACvSxfWuNmddpWfxzs', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
    [
      'ZEC-regtest',
      'tmLPctKo9j49rtCSKpwEBpLBeykiTGomGQs',
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    ],
  ])('has on %s the address %s and is written %s', (network, address, exported) => {
    expect(describeBitcoinKey(network, one).address).toBe(address);
    expect(importBitcoinKey(network, exported)).toEqual(one);
  });
});
