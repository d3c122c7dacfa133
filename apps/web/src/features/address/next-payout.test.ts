import { addressExample } from '@openlode/contracts/examples/address';
import { describe, expect, it } from 'vitest';
import { nextPayout, runAfter } from './next-payout.ts';

const at = (text: string) => Date.parse(`2025-01-${text}Z`);
const noon = at('31T12:00:00');
const flags = addressExample.data.err_flags;
const address = { ...addressExample.data, balance_payable: '12.7', payment_threshold: '5' };
/** What was credited in the past 24 hours; by default something was on the day before, too. */
const earning = (pastDay: string, yesterday = true) => ({
  credited_past_day: pastDay,
  rewarded_yesterday: yesterday,
});

describe('nextPayout', () => {
  it.each([
    ['restricted', { err_flags: { ...flags, restricted: true } }],
    ['missing-memo', { err_flags: { ...flags, missing_memo: true } }],
    ['auto-off', { auto: false }],
    ['maintenance', { enabled: false }],
    ['ended', { delisted_chain: true, payable_until: null, auto: false, enabled: false }],
  ])('is stopped: %s', (why, change) => {
    expect(nextPayout({ ...address, ...change }, earning('1'), noon)).toEqual({ kind: 'stopped', why });
  });

  it('goes on during a maintenance that automatic payouts are exempt from', () => {
    const exempt = { ...address, enabled: false, enabled_auto_only: true };
    expect(nextPayout(exempt, earning('1'), noon)).toEqual({ kind: 'due', runAt: at('31T13:00:00') });
  });

  it('is due at 13:00 UTC once the minimum is reached, to the last unit', () => {
    expect(nextPayout({ ...address, balance_payable: '5' }, earning('1'), noon).kind).toBe('due');
    const short = { ...address, balance_payable: '4.999999999999999999' };
    expect(nextPayout(short, earning('1'), noon)).toEqual({
      kind: 'below',
      reachedAt: noon,
      runAt: at('31T13:00:00'),
    });
  });

  it('does not run without a reward on the day before, however much came in today', () => {
    expect(nextPayout(address, earning('9', false), noon)).toEqual({
      kind: 'no-reward',
      runAt: at('31T13:00:00'),
    });
    expect(nextPayout(address, earning('0', false), at('31T00:00:00')).kind).toBe('no-reward');
  });

  it('promises nothing of a day that is not over: its run asks for a reward that may still come', () => {
    const runAt = Date.parse('2025-02-01T13:00:00Z');
    expect(nextPayout(address, earning('0', false), at('31T14:00:00'))).toEqual({
      kind: 'if-rewarded',
      runAt,
    });
    expect(nextPayout(address, earning('0.1', false), at('31T14:00:00'))).toEqual({ kind: 'due', runAt });
  });

  it('takes the run after the minimum is reached at the rate of the past day', () => {
    const half = { ...address, balance_payable: '2', payment_threshold: '5' };
    expect(nextPayout(half, earning('2'), noon)).toEqual({
      kind: 'below',
      reachedAt: Date.parse('2025-02-02T00:00:00Z'),
      runAt: Date.parse('2025-02-02T13:00:00Z'),
    });
  });

  it('takes the run of tomorrow where the minimum is reached before that of today, which leaves it out', () => {
    const nearly = { ...address, balance_payable: '4.99', payment_threshold: '5' };
    expect(nextPayout(nearly, earning('9', false), at('31T09:00:00'))).toMatchObject({
      kind: 'below',
      runAt: Date.parse('2025-02-01T13:00:00Z'),
    });
  });

  it('names no date where nothing comes in, or next to nothing', () => {
    const half = { ...address, balance_payable: '2' };
    expect(nextPayout(half, earning('0'), noon)).toEqual({ kind: 'out-of-sight', idle: true });
    const drop = earning('0.000000000000000001');
    expect(nextPayout(half, drop, noon)).toEqual({ kind: 'out-of-sight', idle: false });
  });
});

describe('runAfter', () => {
  it('is the same day before 13:00 UTC and the next day from then on', () => {
    expect(runAfter(at('31T12:59:59'))).toBe(at('31T13:00:00'));
    expect(runAfter(at('31T13:00:00'))).toBe(Date.parse('2025-02-01T13:00:00Z'));
  });
});
