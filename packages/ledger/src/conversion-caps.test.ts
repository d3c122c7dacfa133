import { describe, expect, it } from 'vitest';
import { capMeter } from './conversion-caps.ts';

describe('capMeter', () => {
  it('lets through what is worth the cap and holds what is worth a unit more [R3]', () => {
    const meter = capMeter({ eachUsd: 100n, hourUsd: 1000n }, 0n);
    expect([meter.take(100n), meter.take(101n), meter.taken()]).toEqual(['taken', 'over-cap', 100n]);
  });

  it('holds what would take the hour above its cap, and still lets smaller ones through [R3]', () => {
    const meter = capMeter({ eachUsd: 100n, hourUsd: 250n }, 100n);
    expect([80n, 80n, 70n, 1n].map((usd) => meter.take(usd))).toEqual([
      'taken',
      'over-hour-cap',
      'taken',
      'over-hour-cap',
    ]);
    expect(meter.taken()).toBe(150n);
  });
});
