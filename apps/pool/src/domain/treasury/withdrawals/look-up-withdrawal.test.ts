import { expect, it } from 'vitest';
import { mismatchWords } from './look-up-withdrawal.ts';
import { nameEach } from './read-outgoing-withdrawals.ts';

const row = { place: 'kraken', coin: 'XRP', address: 'rOne', amount: 5n * 10n ** 18n, feeMax: 10n ** 17n };
const record = { address: 'rOne', amount: 5n * 10n ** 18n, fee: 10n ** 17n, state: 'done' as const };

it.each([
  [{}, undefined],
  [{ address: 'rTwo' }, 'kraken names rTwo for it, and not rOne'],
  [{ amount: 5n * 10n ** 18n - 1n }, 'kraken names 4.999999999999999999 XRP for it, and not 5'],
  [
    { fee: 10n ** 17n + 1n },
    'kraken has taken 0.100000000000000001 XRP for it, and 0.1 at the most was agreed',
  ],
  [{ fee: -1n }, 'kraken has taken -0.000000000000000001 XRP for it, and 0.1 at the most was agreed'],
  // What it names as the fee of one that it gave up is not booked.
  [{ fee: 9n * 10n ** 18n, state: 'failed' as const }, undefined],
])('says why a record of %o is not what was asked for', (more, words) => {
  expect(mismatchWords(row, { ...record, ...more })).toBe(words);
});

const known = (txid: string, more: Partial<Parameters<typeof nameEach>[1][number]> = {}) => ({
  txid,
  id: `id-${txid}`,
  coin: 'XRP',
  network: 'XRP',
  address: 'rOne',
  memo: '',
  amount: 5n,
  feeMax: 1n,
  exchangeId: null,
  ...more,
});
const out = (exchangeId: string, more: { id?: string; address?: string; amount?: bigint } = {}) => ({
  exchangeId,
  id: undefined,
  address: 'rOne',
  amount: 5n,
  ...more,
});
const names = (...args: Parameters<typeof nameEach>) =>
  Object.fromEntries([...nameEach(...args)].map(([exchangeId, { txid }]) => [exchangeId, txid]));

it('knows what has left by the exchange’s id, by ours, or by address and amount', () => {
  expect(names([out('R1')], [known('a', { exchangeId: 'R2' }), known('b', { exchangeId: 'R1' })])).toEqual({
    R1: 'b',
  });
  expect(names([out('R1', { id: 'id-b' })], [known('a'), known('b')])).toEqual({ R1: 'b' });
  expect(
    names([out('R1')], [known('a', { amount: 6n }), known('b', { address: 'rTwo' }), known('c')]),
  ).toEqual({
    R1: 'c',
  });
  // One that keeps ids, and calls it otherwise, has sent another one.
  expect(names([out('R1', { id: 'another' })], [known('a')])).toEqual({});
});

it('takes each payout for one of them, the oldest first: what is more than there are payouts is none', () => {
  expect(names([out('R1'), out('R2'), out('R3')], [known('a'), known('b')])).toEqual({ R1: 'a', R2: 'b' });
  // What is known by its id does not take the place of another.
  expect(names([out('R1'), out('R2')], [known('a', { exchangeId: 'R2' })])).toEqual({ R2: 'a' });
});
