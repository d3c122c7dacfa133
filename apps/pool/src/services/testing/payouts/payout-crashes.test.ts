import { describe, expect, it } from 'vitest';
import { payoutCrashPoints, runCrashHarness } from './crash-harness.ts';

describe('a process that pays and is killed', () => {
  it('has its crash points in the sources, each once', () => {
    const points = payoutCrashPoints();
    expect(new Set(points).size).toBe(points.length);
    expect(points).toEqual([
      'payout-before-send',
      'payout-broadcasting',
      'payout-dead',
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

  it('pays nobody twice and forgets nobody: each point once, embedded database [P1] [P2] [P14]', {
    timeout: 600_000,
  }, async () => {
    const report = await runCrashHarness({
      engine: 'pglite',
      processes: 1,
      hits: 1,
      seed: 1,
      patienceMs: 8000,
    });
    expect(report.wrong).toEqual([]);
    expect([report.overpaid, report.lost]).toEqual([0n, 0n]);
    expect(report.settled).toBeGreaterThan(10);
    expect(report.released).toBeGreaterThan(3);
    expect(Object.keys(report.met).length).toBeGreaterThan(1);
  });
});
