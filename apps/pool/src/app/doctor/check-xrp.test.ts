import { expect, it } from 'vitest';
import { judgeXrpNode, judgeXrpSigner } from './check-xrp.ts';

const account = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const limits = { payment: 50_000_000n, day: 80_000_000n, fee: 1000n, feeRate: 1000n };
const key = { address: account, publicKey: 'ab', script: 'cd' };
const described = { network: 'XRP', keys: [key], limits, spentToday: 0n, sweepTo: [] };
const judge = (change: Partial<typeof described>) =>
  judgeXrpSigner('signer XRP', 'XRP', { account, feeMax: 10n ** 15n }, { ...described, ...change });

it('finds a signer that has the key and allows the fees', () => {
  expect(judge({})).toMatchObject({ state: 'well', found: 'has the key of the account' });
  expect(judgeXrpSigner('s', 'XRP', { account, feeMax: 1n }, undefined).found).toBe(
    'it has no key or no policy for XRP',
  );
});

it('says where it has another key, or signs less of a fee', () => {
  expect(judge({ keys: [{ ...key, address: 'rOther' }] }).found).toBe(`it has no key of ${account}`);
  for (const less of [{ fee: 999n }, { feeRate: 999n }])
    expect(judge({ limits: { ...limits, ...less } }).found).toBe(
      'it signs fees up to 0.000999, and feeMax is 0.001 for each payment',
    );
});

it('says of servers what payouts rely on', () => {
  const report = { height: 9, isSynced: true, held: 5n * 10n ** 18n, fault: undefined };
  expect(judgeXrpNode('n', report)).toMatchObject({
    state: 'well',
    found: 'in step at ledger 9, the account holds 5 XRP',
  });
  expect(judgeXrpNode('n', { ...report, isSynced: false }).found).toContain('behind, alone, or blocked');
  expect(judgeXrpNode('n', { ...report, fault: 'it keeps too little' }).found).toBe('it keeps too little');
});
