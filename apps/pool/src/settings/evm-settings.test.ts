import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const usdt = `"0x${'d1'.repeat(20)}"`;
const good = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
evm:
  - network: ETH
    account: "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"
    signer: signer.sock
    nodes:
      - { name: one, url: 'http://127.0.0.1:8545' }
      - { name: two, url: 'https://two.example/key', login: two }
    tokens:
      - { coin: USDT, contract: ${usdt} }
`;
const parse = (text: string) => parsePoolFile(text, (path) => (path.startsWith('/') ? path : `/etc/${path}`));
const evmOf = (text: string) => {
  const reading = parse(text);
  if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
  return reading.pool.evm;
};

it('reads a network, with what is usual and the decimals of its tokens', () => {
  expect(evmOf(good)).toEqual([
    {
      network: 'ETH',
      account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
      signer: '/etc/signer.sock',
      nodes: [
        { name: 'one', url: new URL('http://127.0.0.1:8545') },
        { name: 'two', url: new URL('https://two.example/key'), loginFile: '/etc/two' },
      ],
      tokens: [{ coin: 'USDT', contract: `0x${'d1'.repeat(20)}`, decimals: 6 }],
      confirmations: 32,
      gasPriceMax: 100n * 10n ** 9n,
      feeMax: 10n ** 16n,
    },
  ]);
  expect(evmOf(good.slice(0, good.indexOf('evm:')))).toBeUndefined();
});

it('reads everything that can be set', () => {
  const more = `${good}    confirmations: 12
    gasPriceMax: 5
    feeShareMax: 2
    feeMax: 0.001
`;
  expect(evmOf(more)).toMatchObject([
    { confirmations: 12, gasPriceMax: 5n * 10n ** 9n, feeShareMax: 2, feeMax: 10n ** 15n },
  ]);
});

it('reads the accounts of replaced keys, in small letters, and refuses one that stands there twice', () => {
  const olderAt = (account: string) => `${good}    olderAccounts: ["${account}"]\n`;
  expect(evmOf(olderAt('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'))).toMatchObject([
    { olderAccounts: ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'] },
  ]);
  const faultsOf = (account: string) => {
    const reading = parse(olderAt(account));
    return reading.kind === 'pool' ? [] : reading.faults.map(({ line, fault }) => `${line}: ${fault}`);
  };
  const own = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
  expect(faultsOf(own)).toEqual([`16: ${own} stands in the file twice`]);
  expect(faultsOf('0x70997970c51812dc3A010C7d01b50e0d17dc79C8')).toEqual([
    '16: a letter of 0x70997970c51812dc3A010C7d01b50e0d17dc79C8 is wrong: its checksum does not hold',
  ]);
  expect(faultsOf(`0x${'d1'.repeat(20)}`)).toEqual([`15: 0x${'d1'.repeat(20)} is something else already`]);
});

describe('what is wrong is said with its line', () => {
  const second = "      - { name: two, url: 'https://two.example/key', login: two }\n";
  const token = `      - { coin: USDT, contract: ${usdt} }\n`;
  const entry = good.slice(good.indexOf('  - network'));
  it.each([
    [
      entry,
      entry + entry.replace('ETH', 'BSC'),
      '17: 0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F is the account of another network',
    ],
    [
      'network: ETH',
      'network: BASE',
      '8: network is BASE, but the EVM networks of this release are: ETH, BSC, POLYGON, AVAXC, ETC, ETHW, ARBITRUM, OPTIMISM, CFXE, FTM',
    ],
    [
      'account: "0x9d8A62',
      'account: "0x9d8a62',
      '9: a letter of 0x9d8a62f656a8d1615C1294fd71e9CFb3E4855A4F is wrong: its checksum does not hold',
    ],
    [
      '"0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"',
      '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
      '9: evm.0.account must be an address in quotes, such as "0x3535353535353535353535353535353535353535"',
    ],
    [
      second,
      '',
      '11: payouts on ETH need two nodes: two must know the account, and a payment before it is final',
    ],
    [
      "'https://two.example/key'",
      "'http://127.0.0.1:8545'",
      '13: two nodes of ETH are at http://127.0.0.1:8545',
    ],
    ['coin: USDT', 'coin: LTC', '15: LTC is no token on ETH'],
    [
      'coin: USDT',
      'coin: ETH',
      "15: ETH is no token on ETH: it is the network's own coin, which is paid as ETH",
    ],
    [token, token + token, '16: USDT stands there twice'],
    [
      usdt,
      '"0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"',
      '15: 0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F is something else already',
    ],
    [
      'signer: signer.sock',
      'signer: signer.sock\n    feeMax: 0',
      '11: feeMax must be an amount of eight decimals at most, above zero',
    ],
    ['signer: signer.sock', 'signer: signer.sock\n    key: 1', '11: key is no setting of evm.0'],
  ])('%s → %s', (was, is, fault) => {
    const reading = parse(good.replace(was, is));
    expect(
      reading.kind === 'faults' ? reading.faults.map(({ line, fault: why }) => `${line}: ${why}`) : [],
    ).toContain(fault);
  });

  it('says of MATIC on Polygon that it is paid as POL', () => {
    const reading = parse(
      good.replace('network: ETH', 'network: POLYGON').replace('coin: USDT', 'coin: MATIC'),
    );
    expect(reading.kind === 'faults' ? reading.faults.map(({ fault }) => fault) : []).toContain(
      "MATIC is no token on POLYGON: it is the network's own coin, which is paid as POL",
    );
  });
});
