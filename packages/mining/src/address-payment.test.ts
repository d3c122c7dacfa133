import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressesOfScript, addressOfScript, type AddressPrefixes, outputScript } from './address-payment.ts';

const bitcoin: AddressPrefixes = { keyHash: [[0x00]], scriptHash: [[0x05]], segwit: ['bc'] };
const litecoinTest: AddressPrefixes = {
  keyHash: [[0x6f]],
  scriptHash: [[0x3a], [0xc4]],
  segwit: ['rltc'],
};
const zcash: AddressPrefixes = { keyHash: [[0x1c, 0xb8]], scriptHash: [[0x1c, 0xbd]], segwit: [] };
const bitcoinCash: AddressPrefixes = { ...bitcoin, segwit: [], cash: 'bitcoincash' };

const scriptOf = (prefixes: AddressPrefixes, address: string): string | undefined => {
  const script = outputScript(prefixes, address);
  return script === undefined ? undefined : Buffer.from(script).toString('hex');
};

it.each([
  // The vectors of BIP 173 and BIP 350.
  [bitcoin, 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    bitcoin,
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  [bitcoin, 'bc1sw50qgdz25j', '6002751e'],
  [
    bitcoin,
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  // The first coinbase of Bitcoin as an address, and BIP 16's own example.
  [bitcoin, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  [bitcoin, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87'],
  // As litecoind 0.21.2.1 answered `validateaddress` on a test network.
  [
    litecoinTest,
    'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq',
    '00142bf82e71f54d684ce25115d30b9399273275bad0',
  ],
  // The address of twenty zero bytes.
  [zcash, 't1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs', '76a914000000000000000000000000000000000000000088ac'],
  // Of the specification of CashAddr; with and without its prefix.
  [
    bitcoinCash,
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    '76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac',
  ],
  [
    bitcoinCash,
    'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
    'a91476a04053bda0a88bda5177b86a15c3b29f55987387',
  ],
] as const)('derives the script of an address of %j: %s', (prefixes, address, script) => {
  expect(scriptOf(prefixes, address)).toBe(script);
});

it.each([
  ['of another network', bitcoin, 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq'],
  ['of another version byte', litecoinTest, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['with a wrong checksum', bitcoin, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  [
    'of version 0 with the checksum of later ones',
    bitcoin,
    'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  ],
  [
    'of version 1 with the checksum of version 0',
    bitcoin,
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  ],
  ['of version 17', bitcoin, 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
  ['in capitals and small letters', bitcoin, 'bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['of an extension block', litecoinTest, 'tmweb1qqtestaddress'],
] as const)('knows no script of an address %s', (_name, prefixes, address) => {
  expect(scriptOf(prefixes, address)).toBeUndefined();
});

it('derives nothing from an address with one other letter, and never throws', () => {
  const right = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
  fc.assert(
    fc.property(
      fc.nat(right.length - 1),
      fc.constantFrom(...Array.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l1b')),
      (at, letter) => {
        if (right[at] === letter) return;
        expect(scriptOf(litecoinTest, right.slice(0, at) + letter + right.slice(at + 1))).toBeUndefined();
      },
    ),
  );
  fc.assert(fc.property(fc.string(), (text) => void scriptOf(bitcoinCash, text)));
});

const litecoin: AddressPrefixes = { keyHash: [[0x30]], scriptHash: [[0x32], [0x05]], segwit: ['ltc'] };

it.each([
  [litecoin, 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  [litecoin, 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
  [litecoin, 'MTvnA4CN73ry7c65wEuTSaKzb2pNKHB4n1'],
  [bitcoin, 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  [bitcoin, 'bc1sw50qgdz25j'],
  [litecoinTest, 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq'],
] as const)('spells the address that a script of %j pays to: %s', (prefixes, address) => {
  const script = outputScript(prefixes, address);
  expect(script && addressOfScript(prefixes, script)).toBe(address);
});

it('spells an address of two version bytes with the first of them', () => {
  const script = Uint8Array.of(0xa9, 20, ...new Uint8Array(20).fill(7), 0x87);
  const spelled = addressOfScript(litecoin, script) ?? '';
  expect(spelled[0]).toBe('M');
  expect(outputScript(litecoin, spelled)).toEqual(script);
});

it.each([
  ['that only carries data', litecoin, '6a0401020304'],
  ['of a bare key', litecoin, `21${'02'.repeat(33)}ac`],
  [
    'of a witness of version 0 with another length',
    litecoin,
    '00157777777777777777777777777777777777777777ff',
  ],
  ['that ends too early', litecoin, '0014aabb'],
  ['of a witness, on a network without segwit', zcash, `0014${'11'.repeat(20)}`],
  ['of nothing', litecoin, ''],
] as const)('knows no address of a script %s', (_name, prefixes, script) => {
  expect(addressOfScript(prefixes, Buffer.from(script, 'hex'))).toBeUndefined();
});

it.each([
  // From spec/cashaddr.md of bitcoincashorg/bitcoincash.org, and the prefix of a test network.
  ['bitcoincash', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['bitcoincash', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
])('writes an address with the prefix %s as it was read: %s', (cash, address) => {
  const prefixes = { keyHash: [[0x00]], scriptHash: [[0x05]], segwit: [], cash };
  const script = outputScript(prefixes, address);
  if (script === undefined) throw new Error('no address');
  expect(addressOfScript(prefixes, script)).toBe(address);
});

it.each([
  [
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w',
    '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
  ],
  [
    'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
    'bitcoincash:rpm2qsznhks23z7629mms6s4cwef74vcwv59yeyr7n',
    '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC',
  ],
])('knows every spelling of %s', (first, tokenAware, older) => {
  const prefixes = { keyHash: [[0x00]], scriptHash: [[0x05]], segwit: [], cash: 'bitcoincash' };
  for (const address of [first, tokenAware, older]) {
    const script = outputScript(prefixes, address);
    if (script === undefined) throw new Error(`${address} is none`);
    expect(addressesOfScript(prefixes, script)).toEqual([first, tokenAware, older]);
  }
});
