import { expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const account = '8Vnt8dzrbLvFVPbKvSwdNcYHgdY4v5cF5tcGzAQg7eHF';
const nonceAccount = '2bKSHMt15TavcfBEJ4JkjZwmMzGZVDzcb2LQHLGZV1Qc';
const good = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
solana:
  account: ${account}
  nonceAccount: ${nonceAccount}
  signer: signer.sock
  nodes:
    - { name: one, url: 'http://127.0.0.1:8899' }
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
  return reading.kind === 'pool' ? [] : reading.faults.map(({ line, fault }) => `${line}: ${fault}`);
};

it('reads where SOL is paid, with what is usual', () => {
  expect(poolOf(good).solana).toEqual({
    account,
    nonceAccount,
    signer: '/etc/signer.sock',
    nodes: [
      { name: 'one', url: new URL('http://127.0.0.1:8899') },
      { name: 'two', url: new URL('https://two.example'), loginFile: '/etc/two' },
    ],
    confirmations: 150,
    feeMax: 10n ** 14n,
  });
  expect(poolOf(good.slice(0, good.indexOf('solana:'))).solana).toBeUndefined();
  expect(poolOf(`${good}  confirmations: 40\n  feeShareMax: 2\n  feeMax: 0.001\n`).solana).toMatchObject({
    confirmations: 40,
    feeShareMax: 2,
    feeMax: 10n ** 15n,
  });
});

it('refuses what cannot be paid from, with its line', () => {
  expect(faultsOf(good.replace(account, `${account}1`))).toEqual([
    expect.stringMatching(/^8: 8Vnt\S+ is no address of SOL$/),
  ]);
  expect(faultsOf(good.replace(nonceAccount, account))).toEqual([
    '9: nonceAccount is the account itself: it is another account, which keeps a nonce',
  ]);
  expect(faultsOf(good.replace(/\n {4}- \{ name: two.*/, ''))).toEqual([
    expect.stringContaining('payouts of SOL need two nodes'),
  ]);
  expect(faultsOf(`${good}  feeMax: 0\n`)).toEqual([
    '14: feeMax must be an amount of eight decimals at most, above zero',
  ]);
  expect(faultsOf(`${good}  tokens: []\n`)).toEqual(['14: tokens is no setting of solana']);
});

it('has a float of SOL, which is swept to no account of the pool', () => {
  const float = (cold: string): string =>
    `${good}floats:\n  - { coin: SOL, target: 1, ceiling: 5, cold: ${cold} }\n`;
  const cold = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA';
  expect(poolOf(float(cold)).floats).toMatchObject([{ coin: 'SOL', network: 'SOL', cold }]);
  expect(faultsOf(float(nonceAccount))).toEqual([`15: ${nonceAccount} is an account of the pool itself`]);
  expect(faultsOf(float(`${cold}1`))).toEqual([`15: ${cold}1 is no address of SOL`]);
});
