import { describe, expect, it } from 'vitest';
import { NetworkWatch } from './network-watch.ts';

describe('what a block of an upstream’s network takes', () => {
  it('changes as networks do, and not by a line that was put in', () => {
    const watch = new NetworkWatch();
    expect(watch.mayBe(1000n, 0)).toBe(true);
    expect(watch.mayBe(3999n, 1)).toBe(true);
    expect(watch.mayBe(4000n, 2)).toBe(false);
    expect(watch.mayBe(250n, 3)).toBe(false);
    expect(watch.mayBe(2n, 4)).toBe(false);
    expect(watch.mayBe(251n, 5)).toBe(true);
  });

  it('is not led away step by step', () => {
    const watch = new NetworkWatch();
    watch.mayBe(1000n, 0);
    expect(watch.mayBe(3000n, 1)).toBe(true);
    expect(watch.mayBe(9000n, 2)).toBe(false);
    expect(watch.mayBe(3000n, 600_000)).toBe(true);
    expect(watch.mayBe(9000n, 600_001)).toBe(true);
  });

  it('is another one once that was said for ten minutes without a break', () => {
    const watch = new NetworkWatch();
    watch.mayBe(1000n, 0);
    expect(watch.mayBe(10_000n, 1)).toBe(false);
    expect(watch.mayBe(1000n, 300_000)).toBe(true);
    expect(watch.mayBe(10_000n, 300_001)).toBe(false);
    expect(watch.mayBe(11_000n, 900_000)).toBe(false);
    expect(watch.mayBe(10_000n, 900_001)).toBe(true);
    expect(watch.mayBe(1000n, 900_002)).toBe(false);
  });
});
