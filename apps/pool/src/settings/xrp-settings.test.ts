import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const account = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const good = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
xrp:
  account: ${account}
  signer: signer.sock
  nodes:
    - { name: one, url: 'http://127.0.0.1:5005' }
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

it('reads where XRP is paid, with what is usual', () => {
  expect(poolOf(good).xrp).toEqual({
    account,
    signer: '/etc/signer.sock',
    nodes: [
      { name: 'one', url: new URL('http://127.0.0.1:5005') },
      { name: 'two', url: new URL('https://two.example'), loginFile: '/etc/two' },
    ],
    feeMax: 10n ** 15n,
  });
  expect(poolOf(good.slice(0, good.indexOf('xrp:'))).xrp).toBeUndefined();
  expect(poolOf(`${good}  feeShareMax: 2\n  feeMax: 0.01\n`).xrp).toMatchObject({
    feeShareMax: 2,
    feeMax: 10n ** 16n,
  });
  const floats = 'floats:\n  - { coin: XRP, target: 100, ceiling: 200 }\n';
  expect(poolOf(good + floats).floats).toHaveLength(1);
});

describe('what is refused', () => {
  it.each([
    ['an account with a wrong letter', account, `${account}W`, 8, 'is no address of an account'],
    ['an address with a tag', account, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 8, 'is no address'],
    ['the account of no key', account, 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', 8, 'is no address'],
    ['one server', "    - { name: two, url: 'https://two.example', login: two }\n", '', 10, 'need two nodes'],
    [
      'two servers at one place',
      'https://two.example',
      'http://127.0.0.1:5005',
      12,
      'two nodes of XRP are at',
    ],
    ['a fee of nothing', 'signer: signer.sock', 'signer: signer.sock\n  feeMax: 0', 10, 'feeMax must be'],
  ])('%s', (_name, from, to, line, fault) => {
    const [found] = faultsOf(good.replace(from, to));
    expect(found?.fault).toContain(fault);
    expect(found?.line).toBeGreaterThanOrEqual(line - 1);
  });

  it('XRP that is paid out of an exchange as well, and a cold address, to which nothing sweeps it', () => {
    const through = `exchangeRail:
  exchange: kraken
  key: key
  coins:
    - { coin: XRP, method: XRP, least: 2, feeMax: 1 }
`;
    expect(faultsOf(good + through).map(({ fault }) => fault)).toContain(
      'XRP has a rail of its own in the file: what is on it is paid from its wallet',
    );
    const floats = `floats:\n  - { coin: XRP, target: 100, ceiling: 200, cold: r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 }\n`;
    expect(faultsOf(good + floats)[0]?.fault).toContain('XRP is not swept by this release');
  });
});
