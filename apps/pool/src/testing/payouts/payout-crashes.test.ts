import { describe, expect, it } from 'vitest';
import { payoutCrashPoints } from './crash-harness.ts';

describe('a process that pays and is killed', () => {
  it('has its crash points in the sources, each once', () => {
    const points = payoutCrashPoints();
    expect(new Set(points).size).toBe(points.length);
    expect(points).toEqual([
      'payout-before-send',
      'payout-broadcasting',
      'payout-invalidated',
      'payout-journalled',
      'payout-prepared',
      'payout-released',
      'payout-released-unsigned',
      'payout-reserved',
      'payout-run-started',
      'payout-seen',
      'payout-sent',
      'payout-settled',
      'payout-settling',
      'payout-signed',
    ]);
  });
});
