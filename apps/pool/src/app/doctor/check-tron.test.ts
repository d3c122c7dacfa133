import { expect, it } from 'vitest';
import { judgeTronNode, judgeTronSigner } from './check-tron.ts';

const account = 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp';
const limits = { payment: 50_000_000n, day: 80_000_000n, fee: 1_100_000n, feeRate: 1_100_000n };
const key = { address: account, publicKey: 'ab', script: 'cd' };
const described = { network: 'TRX', keys: [key], limits, spentToday: 0n, sweepTo: [] };
const judge = (change: Partial<typeof described>) =>
  judgeTronSigner('signer TRX', 'TRX', { account }, { ...described, ...change });

it('finds a signer that has the key and allows the fees', () => {
  expect(judge({})).toMatchObject({ state: 'well', found: 'has the key of the account' });
  expect(judgeTronSigner('s', 'TRX', { account }, undefined).found).toBe(
    'it has no key or no policy for TRX',
  );
});

it('says where it has another key, or signs less of a fee than it counts', () => {
  expect(judge({ keys: [{ ...key, address: 'TOther' }] }).found).toBe(`it has no key of ${account}`);
  for (const less of [{ fee: 1_099_999n }, { feeRate: 1_099_999n }])
    expect(judge({ limits: { ...limits, ...less } }).found).toBe(
      'it signs fees up to 1.099999, and counts 1.1 for each payment',
    );
});

it('says of nodes what payouts rely on', () => {
  const report = { height: 9, isSynced: true, held: 5n * 10n ** 18n, fault: undefined };
  expect(judgeTronNode('n', report)).toMatchObject({
    state: 'well',
    found: 'in step at solidified block 9, the account holds 5 TRX',
  });
  expect(judgeTronNode('n', { ...report, isSynced: false }).found).toContain('older than three minutes');
  expect(judgeTronNode('n', { ...report, fault: 'it keeps too little' }).found).toBe('it keeps too little');
});
