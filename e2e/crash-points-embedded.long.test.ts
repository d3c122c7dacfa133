import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CrashHarness } from './support/crash-harness.ts';

/** Where a mistake would cost most. Every point, on both databases, is in the long suite. */
const points = ['batch-uncommitted', 'candidate-recorded', 'round-credit-uncommitted', 'notice-unpublished'];

describe('a pool that dies at crash points', { timeout: 240_000 }, () => {
  let harness: CrashHarness;
  beforeAll(async () => {
    harness = await CrashHarness.start('pglite');
  }, 120_000);
  afterAll(() => harness.close());

  it.each(points)(
    '%s: its ledger is sound, no block and no older share is lost, none is counted twice',
    async (point) => {
      expect(await harness.dieAt(point, 1)).toBe(true);
      expect(await harness.faultsAfterRestart()).toEqual([]);
    },
  );
});
