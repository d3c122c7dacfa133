import { describe, expect, it } from 'vitest';
import { UnjudgedShares } from './unjudged-shares.ts';

function settle(
  shares: UnjudgedShares,
  as: Parameters<UnjudgedShares['settle']>[1],
  times = 1,
  now = 0,
): void {
  for (let count = 0; count < times; count += 1) {
    shares.wait('a');
    shares.settle('a', as, now);
  }
}

describe('shares that nothing here has judged', () => {
  it('shut their address out for ten minutes after sixteen refusals', () => {
    const shares = new UnjudgedShares();
    settle(shares, 'refused', 15);
    expect([shares.isShut('a', 0), shares.mayWait('a', 0)]).toEqual([false, true]);
    settle(shares, 'refused');
    expect([shares.isShut('a', 0), shares.mayWait('a', 0), shares.isShut('b', 0)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([shares.isShut('a', 599_999), shares.isShut('a', 600_000)]).toEqual([true, false]);
    settle(shares, 'refused', 15, 600_000);
    expect(shares.isShut('a', 600_000)).toBe(false);
  });

  it('are set off by one that was accepted each, and late ones say nothing', () => {
    const shares = new UnjudgedShares();
    settle(shares, 'refused', 15);
    settle(shares, 'neither', 100);
    settle(shares, 'accepted');
    settle(shares, 'refused');
    expect(shares.isShut('a', 0)).toBe(false);
    settle(shares, 'refused');
    expect(shares.isShut('a', 0)).toBe(true);
  });

  it('wait for their answer sixteen at once, and as many more as were accepted since the last refusal', () => {
    const shares = new UnjudgedShares();
    const waits = (): number => {
      let count = 0;
      for (; shares.mayWait('a', 0); count += 1) shares.wait('a');
      return count;
    };
    settle(shares, 'accepted', 3);
    expect(waits()).toBe(19);
    for (let count = 0; count < 19; count += 1) shares.settle('a', 'refused', 0);
    expect(waits()).toBe(0);
  });
});
