import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { findMiner } from '../miners/find-miner.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import { buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { readHashrateSeries } from '../views/read-hashrate-series.ts';
import { readSummary } from '../views/read-summary.ts';

const stepMs = 30_000;
const minutes = (count: number): number => (count * 60_000) / stepMs;

describe.each(oneEngine())('the figures of a new miner on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  /** Steps of equal work, each recorded as it comes in. */
  async function mine(steps: number, work: bigint): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      const at = ctx.clock.now();
      const batch = buildBatch(ctx.random.uuid(), buildLine({ work, shares: 3, firstAt: at, lastAt: at }));
      ctx.advance(stepMs);
      await recordWork(ctx, batch);
    }
  }
  async function figures() {
    const miner = await findMiner(ctx, minerUuid(ctx.secret, dogeMiner));
    if (miner === undefined) return undefined;
    const summary = await readSummary(ctx, miner.uuid);
    const series = await readHashrateSeries(ctx, miner.id, 'past-hour');
    return {
      workersOnline: summary?.workersOnline,
      hashrate: summary?.hashesPerSecond.get('sha256'),
      charted: series.get('sha256')?.length,
    };
  }

  it('appear within five minutes and settle within the hour, also when the miner changes its pace [rule-06]', {
    timeout: 60_000,
  }, async () => {
    expect(await figures()).toBeUndefined();
    ctx.setNow(testStart);
    await mine(minutes(5), 1800n);
    expect(await figures()).toEqual({ workersOnline: 1, hashrate: 60, charted: 5 });
    await mine(minutes(25), 1800n);
    // From here twice as fast: half way after five minutes, settled after ten.
    await mine(minutes(5), 3600n);
    expect((await figures())?.hashrate).toBe(90);
    await mine(minutes(25), 3600n);
    expect(ctx.clock.now()).toBe(testStart + 3_600_000);
    expect((await figures())?.hashrate).toBe(120);
  });
});
