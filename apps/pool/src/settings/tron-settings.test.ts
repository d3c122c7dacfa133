import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const account = 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp';
const good = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
tron:
  account: ${account}
  signer: signer.sock
  nodes:
    - { name: one, url: 'http://127.0.0.1:8090' }
    - { name: two, url: 'https://two.example', login: two }
`;
const parse = (text: string) => parsePoolFile(text, (path) => (path.startsWith('/') ? path : `/etc/${path}`));
const poolOf = (text: string) => {
  const reading = parse(text);
  if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
  return reading.pool;
};
const faultsOf = (text: string) => {
  const reading = parse(text);
  return reading.kind === 'faults' ? reading.faults : [];
};

it('reads where TRX is paid, with what is usual', () => {
  expect(poolOf(good).tron).toEqual({
    account,
    signer: '/etc/signer.sock',
    nodes: [
      { name: 'one', url: new URL('http://127.0.0.1:8090') },
      { name: 'two', url: new URL('https://two.example'), loginFile: '/etc/two' },
    ],
    tokens: [],
    feeMax: 15n * 10n ** 17n,
  });
  expect(poolOf(good.slice(0, good.indexOf('tron:'))).tron).toBeUndefined();
  expect(poolOf(`${good}  feeShareMax: 2\n  feeMax: 1.1\n`).tron).toMatchObject({
    feeShareMax: 2,
    feeMax: 11n * 10n ** 17n,
  });
  const floats = 'floats:\n  - { coin: TRX, target: 100, ceiling: 200 }\n';
  expect(poolOf(good + floats).floats).toHaveLength(1);
});

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const withTokens = `${good}  tokens:
    - { coin: USDT, contract: ${usdt} }
    - { coin: JST, contract: TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9 }
`;

it('reads tokens, with the decimals of their contracts and room for what they cost', () => {
  expect(poolOf(withTokens).tron).toMatchObject({
    tokens: [
      { coin: 'USDT', contract: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', decimals: 6 },
      { coin: 'JST', contract: '4118fd0626daf3af02389aef3ed87db9c33f638ffa', decimals: 18 },
    ],
    feeMax: 40n * 10n ** 18n,
  });
  expect(poolOf(`${withTokens}  feeMax: 20\n`).tron?.feeMax).toBe(20n * 10n ** 18n);
  expect(
    poolOf(`${withTokens}floats:\n  - { coin: USDT, network: TRX, target: 100, ceiling: 200 }\n`).floats,
  ).toHaveLength(1);
  expect(
    faultsOf(`${good}floats:\n  - { coin: USDT, network: TRX, target: 100, ceiling: 200 }\n`)[0]?.fault,
  ).toContain('no rail of the file pays USDT on TRX');
});

describe('tokens that are refused', () => {
  it.each([
    ['of another network', 'USDT', 'DAI', 'DAI is no token on TRX'],
    ['the coin of the network', 'USDT', 'TRX', 'TRX is no token on TRX'],
    ['twice', 'JST', 'USDT', 'USDT stands there twice'],
    ['at one contract', 'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9', usdt, 'is something else already'],
    ['with a wrong letter', usdt, `${usdt.slice(0, -1)}u`, 'is no address'],
    ['at the account', usdt, account, 'is something else already'],
  ])('%s', (_name, from, to, fault) => {
    expect(faultsOf(withTokens.replace(from, to)).map((each) => each.fault)).toContainEqual(
      expect.stringContaining(fault),
    );
  });
});

describe('what is refused', () => {
  it.each([
    ['an account with a wrong letter', account, `${account.slice(0, -1)}q`, 'is no address of an account'],
    ['the account of no key', account, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'is no address'],
    ['one node', "    - { name: two, url: 'https://two.example', login: two }\n", '', 'need two nodes'],
    ['two nodes at one place', 'https://two.example', 'http://127.0.0.1:8090', 'two nodes of TRX are at'],
    [
      'a fee below what opening an account takes',
      'signer: signer.sock',
      'signer: signer.sock\n  feeMax: 1.09',
      'feeMax must be an amount of eight decimals at most, from 1.1 on',
    ],
  ])('%s', (_name, from, to, fault) => {
    expect(faultsOf(good.replace(from, to)).map((each) => each.fault)).toEqual([
      expect.stringContaining(fault),
    ]);
  });

  it('TRX that is paid out of an exchange as well, and a cold address, to which nothing sweeps it', () => {
    const through = `exchangeRail:
  exchange: kraken
  key: key
  coins:
    - { coin: TRX, method: TRX, least: 10, feeMax: 1 }
`;
    expect(faultsOf(good + through).map(({ fault }) => fault)).toContain(
      'TRX has a rail of its own in the file: what is on it is paid from its wallet',
    );
    const floats = `floats:\n  - { coin: TRX, target: 100, ceiling: 200, cold: TNSmmai2ox5aAeB8ZTnSyt9f82oM4jctNL }\n`;
    expect(faultsOf(good + floats)[0]?.fault).toContain('TRX is not swept by this release');
  });
});
