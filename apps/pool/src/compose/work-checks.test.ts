import { describe, expect, it } from 'vitest';
import { NotReady } from '../services/pool/not-ready.ts';
import { workCheck } from './work-checks.ts';

describe('the check of an algorithm’s work', () => {
  const now = 1_000_000;
  const check = (accepting: boolean, oldestUnrecordedAt: number | undefined) => () =>
    workCheck('sha256', { now: () => now }, () => ({
      accepting: () => accepting,
      oldestUnrecordedAt: () => oldestUnrecordedAt,
    })).run();

  it('holds while shares are taken and recorded', () => {
    expect(check(true, undefined)).not.toThrow();
    expect(check(true, now - 60_000)).not.toThrow();
    expect(() => workCheck('sha256', { now: () => now }, () => undefined).run()).not.toThrow();
  });

  it('says that shares are refused', () => {
    expect(check(false, undefined)).toThrow(
      new NotReady('shares are refused, because neither the database nor the disk takes more work'),
    );
  });

  it('says for how long nothing was recorded', () => {
    expect(check(true, now - 75_900)).toThrow(new NotReady('accepted shares are not recorded for 75 s'));
  });
});
