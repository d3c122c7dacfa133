import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const xmr = '44z4pHFVSCUDMHJUmNBG4zJ6vgQNswkJsEAgj4GJwQijTZUhfsPeTgwGwpmJpNnkb1VEGDfwXPvG8UaTFZUqmvJuNwPWQSr';
const good = `kind: real
chains:
  - coin: LTC
    address: ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9
    nodes:
      - { name: one, url: 'http://127.0.0.1:9332', login: one }
      - { name: two, url: 'http://127.0.0.1:9342', login: two }
    merged:
      - coin: DOGE
        address: DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad
        nodes:
          - { name: one, url: 'http://127.0.0.1:22555', login: one }
          - { name: two, url: 'http://127.0.0.1:22565', login: two }
  - coin: BTC
    address: bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
    nodes:
      - { name: one, url: 'http://127.0.0.1:8332', login: one }
      - { name: two, url: 'http://127.0.0.1:8342', login: two }
rails:
  - { coin: LTC, wallet: watch, signer: s, addresses: [ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9] }
  - { coin: BTC, wallet: watch, signer: s }
evm:
  - network: ETH
    account: "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"
    signer: s
    nodes:
      - { name: one, url: 'http://127.0.0.1:8545' }
      - { name: two, url: 'http://127.0.0.1:8546' }
rates:
  - source: coinpaprika
  - source: coingecko
floats:
  - { coin: BTC, target: 1, ceiling: 2, cold: 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2 }
`;
const parse = (text: string) => parsePoolFile(text, (path) => `/etc/${path}`);
const poolOf = (text: string) => {
  const reading = parse(text);
  if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
  return reading.pool;
};
const faultsOf = (text: string): string[] => {
  const reading = parse(text);
  return reading.kind === 'pool' ? [] : reading.faults.map(({ line, fault }) => `${line}: ${fault}`);
};

it('reads a pool of real networks, with as many confirmations as each of them needs', () => {
  const { kind, rails, evm, floats } = poolOf(good);
  expect(kind).toBe('real');
  expect(rails.map(({ coin, confirmations }) => `${coin} ${confirmations}`)).toEqual(['LTC 24', 'BTC 6']);
  expect(evm?.map(({ network, confirmations }) => `${network} ${confirmations}`)).toEqual(['ETH 64']);
  expect(floats?.[0]?.cold).toBe('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2');
});

it.each([
  ['ETH', 64],
  ['BSC', 64],
  ['POLYGON', 512],
  ['AVAXC', 32],
  ['ETC', 10_000],
  ['ETHW', 10_000],
  ['ARBITRUM', 5000],
  ['OPTIMISM', 1000],
  ['CFXE', 1200],
  ['FTM', 32],
])('pays on %s under %i confirmations, and not under fewer', (network, least) => {
  const text = good.replace('network: ETH', `network: ${network}`);
  expect(poolOf(text).evm).toMatchObject([{ network, confirmations: least }]);
  const written = (confirmations: number) =>
    text.replace('    signer: s\n', `    signer: s\n    confirmations: ${confirmations}\n`);
  expect(poolOf(written(least)).evm).toMatchObject([{ confirmations: least }]);
  expect(faultsOf(written(least - 1))).toEqual([
    `26: ${least - 1} confirmations are too few on ${network}: branches were given up that had more, ${least} are needed`,
  ]);
});

describe('what money needs and is missing is said with its line', () => {
  const node = "      - { name: two, url: 'http://127.0.0.1:8342', login: two }\n";
  const merged = "          - { name: two, url: 'http://127.0.0.1:22565', login: two }\n";
  const rates = 'rates:\n  - source: coinpaprika\n  - source: coingecko\n';
  it.each([
    [
      'rates',
      rates,
      '',
      '1: a pool of kind real needs rates: money is not converted at the samples of a test network',
    ],
    [
      'a second node of what is paid',
      node,
      '',
      '16: payouts of BTC need two nodes: two must have a coin before it is spent, and a payment before it is final',
    ],
    [
      'a second node of what is mined with another',
      merged,
      '',
      '11: a pool of kind real needs two nodes of DOGE: no single one is believed of a block that miners are credited for',
    ],
    [
      'an address of the real network',
      'address: bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'address: bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      '15: bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080 is no address of BTC main',
    ],
    [
      'an own address of the real network',
      'addresses: [ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9]',
      'addresses: [rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq]',
      '20: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq is no address of LTC main',
    ],
    [
      'a cold address of the real network',
      'cold: 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      'cold: mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      '33: mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn is no address of BTC main',
    ],
    [
      'blocks of Litecoin on a payment',
      'coin: LTC, wallet: watch,',
      'coin: LTC, wallet: watch, confirmations: 23,',
      '20: 23 confirmations are too few on LTC: branches were given up that had more, 24 are needed',
    ],
  ])('%s', (_what, from, to, expected) => {
    expect(good).toContain(from);
    expect(faultsOf(good.replace(from, to))[0]).toContain(expected);
  });

  it('something that pays', () => {
    const unpaid = good.replace(/rails:[^]*rates:/, 'rates:').replace(/floats:[^]*$/, '');
    expect(faultsOf(unpaid)).toEqual([
      '1: a pool of kind real needs rails, evm, monero, solana, xrp, tron or exchangeRail: without any nothing that miners are owed could be paid',
    ]);
    expect(
      faultsOf(unpaid.replace('kind: real', 'kind: regtest')).filter((each) => each.includes('rails')),
    ).toEqual([]);
  });

  it('two nodes of a chain that is not paid', () => {
    const unpaid = good
      .replace('  - { coin: BTC, wallet: watch, signer: s }\n', '')
      .replace(/floats:[^]*$/, '');
    expect(faultsOf(unpaid.replace(node, ''))).toEqual([
      '16: a pool of kind real needs two nodes of BTC: no single one is believed of a block that miners are credited for',
    ]);
  });

  it('the contract of a token that its pages name', () => {
    const withToken = (contract: string, kind = 'real') =>
      good
        .replace('kind: real', `kind: ${kind}`)
        .replace(
          '    signer: s\n',
          `    signer: s\n    tokens:\n      - { coin: USDT, contract: "${contract}" }\n`,
        );
    // The first that anvil gives a contract: its key is known to everyone.
    const test = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
    expect(faultsOf(withToken(test))).toEqual([
      `27: ${test} is not the contract of USDT on ETH that miners are shown: 0xdAC17F958D2ee523a2206206994597C13D831ec7`,
    ]);
    for (const spelled of [(text: string) => text, (text: string) => text.toLowerCase()])
      expect(faultsOf(withToken(spelled('0xdAC17F958D2ee523a2206206994597C13D831ec7')))).toEqual([]);
    expect(faultsOf(withToken(test, 'regtest')).filter((fault) => fault.includes('contract'))).toEqual([]);
  });

  it('blocks of Monero on a payment', () => {
    const monero = (confirmations: string) => `${good}monero:
  address: "${xmr}"
  signer: s
  nodes:
    - { name: one, url: 'http://127.0.0.1:18081' }
    - { name: two, url: 'http://127.0.0.1:18082' }
  wallet: { url: 'http://127.0.0.1:18083' }
${confirmations}`;
    expect(faultsOf(monero('  confirmations: 29\n'))).toEqual([
      '41: 29 confirmations are too few on XMR: branches were given up that had more, 30 are needed',
    ]);
    expect(poolOf(monero('')).monero?.confirmations).toBe(30);
  });
});

it('takes no address of a real network for a test network', () => {
  const test = good.replace('kind: real', 'kind: regtest').replace('cold: 1Bv', 'cold: 1Xv');
  const faults = faultsOf(test);
  for (const each of [
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9 is no address of LTC regtest',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 is no address of BTC regtest',
    'DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad is no address of DOGE regtest',
  ])
    expect(faults.filter((fault) => fault.includes(each)).length).toBeGreaterThan(0);
});
