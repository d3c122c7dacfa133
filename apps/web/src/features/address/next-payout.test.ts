import { addressExample } from '@openlode/contracts/examples/address';
import { describe, expect, it } from 'vitest';
import { nextPayout, runAfter } from './next-payout.ts';

const at = (text: string) => Date.parse(`2025-01-${text}Z`);
const noon = at('31T12:00:00');
const flags = addressExample.data.err_flags;
const address = { ...addressExample.data, balance_payable: '12.7', payment_threshold: '5' };
const known = (...times: number[]) => ({ times, hasMore: false });
const yesterday = known(at('30T20:00:00'));

describe('nextPayout', () => {
  it.each([
    ['restricted', { err_flags: { ...flags, restricted: true } }],
    ['missing-memo', { err_flags: { ...flags, missing_memo: true } }],
    ['auto-off', { auto: false }],
    ['maintenance', { enabled: false }],
  ])('is stopped: %s', (why, change) => {
    expect(nextPayout({ ...address, ...change }, '1', yesterday, noon)).toEqual({ kind: 'stopped', why });
  });

  it('goes on during a maintenance that automatic payouts are exempt from', () => {
    const exempt = { ...address, enabled: false, enabled_auto_only: true };
    expect(nextPayout(exempt, '1', yesterday, noon)).toEqual({ kind: 'due', runAt: at('31T13:00:00') });
  });

  it('is due at 13:00 UTC once the minimum is reached, to the last unit', () => {
    expect(nextPayout({ ...address, balance_payable: '5' }, '1', yesterday, noon).kind).toBe('due');
    const short = { ...address, balance_payable: '4.999999999999999999' };
    expect(nextPayout(short, '1', yesterday, noon)).toEqual({
      kind: 'below',
      reachedAt: noon,
      runAt: at('31T13:00:00'),
    });
  });

  it('does not run without a reward on the day before', () => {
    const today = known(at('31T03:00:00'), at('29T23:59:59'));
    expect(nextPayout(address, '1', today, noon)).toEqual({ kind: 'no-reward', runAt: at('31T13:00:00') });
    expect(nextPayout(address, '0', known(), noon).kind).toBe('no-reward');
  });

  it('promises nothing worse than it knows: older rewards that were not fetched, a day that is not over', () => {
    const cut = { times: [at('31T03:00:00')], hasMore: true };
    expect(nextPayout(address, '1', cut, noon).kind).toBe('due');
    const afterRun = at('31T14:00:00');
    expect(nextPayout(address, '1', known(at('29T01:00:00')), afterRun)).toEqual({
      kind: 'due',
      runAt: Date.parse('2025-02-01T13:00:00Z'),
    });
  });

  it('takes the run after the minimum is reached at the rate of the past day', () => {
    const half = { ...address, balance_payable: '2', payment_threshold: '5' };
    expect(nextPayout(half, '2', yesterday, noon)).toEqual({
      kind: 'below',
      reachedAt: Date.parse('2025-02-02T00:00:00Z'),
      runAt: Date.parse('2025-02-02T13:00:00Z'),
    });
  });

  it('names no date where nothing comes in, or next to nothing', () => {
    const half = { ...address, balance_payable: '2' };
    expect(nextPayout(half, '0', yesterday, noon)).toEqual({ kind: 'below-idle' });
    expect(nextPayout(half, '0.000000000000000001', yesterday, noon)).toEqual({ kind: 'below-idle' });
  });
});

describe('runAfter', () => {
  it('is the same day before 13:00 UTC and the next day from then on', () => {
    expect(runAfter(at('31T12:59:59'))).toBe(at('31T13:00:00'));
    expect(runAfter(at('31T13:00:00'))).toBe(Date.parse('2025-02-01T13:00:00Z'));
  });
});
