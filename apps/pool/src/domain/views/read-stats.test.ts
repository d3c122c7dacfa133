import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { dogeMiner } from '../testing/build-work.ts';
import { creditARound } from '../testing/credit-a-round.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import { readStats } from './read-stats.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe.each(testEngines())('readStats on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    ctx.advance(5 * minuteMs);
    // 29,700 DOGE at five past twelve.
    await creditARound(ctx, 'a');
  });
  afterAll(() => ctx.close());

  const read = async (at: number) => {
    ctx.setNow(at);
    const stats = await readStats(ctx, minerUuid(ctx.secret, dogeMiner));
    return { hourly: stats?.rewarded.past24h.amount, ...stats?.payday };
  };
  const reward = 29_700n * 10n ** 18n;
  const midnight = testStart + dayMs / 2;

  it('tells what the next payout is calculated from up to now, not up to the full hour [stats-01]', async () => {
    expect(await read(testStart + 5 * minuteMs)).toEqual({
      hourly: 0n,
      pastDay: reward,
      isOwed: false,
    });
    expect(await read(testStart + 60 * minuteMs)).toMatchObject({ hourly: reward, pastDay: reward });
    expect(await read(testStart + dayMs + 6 * minuteMs)).toMatchObject({ pastDay: 0n });
  });

  it('tells whether the UTC day before had a reward, which the daily run asks for [pay-07]', async () => {
    const days = [midnight - 1, midnight, midnight + dayMs - 1, midnight + dayMs];
    const answers = [];
    for (const at of days) answers.push((await read(at)).isOwed);
    expect(answers).toEqual([false, true, true, false]);
  });
});
