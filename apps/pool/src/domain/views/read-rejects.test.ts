import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, testStart, type TestContext } from '../testing/create-test-context.ts';
import { clearMinutes } from '../retention/clear-minutes.ts';
import { recordWork } from '../shares/record-work.ts';
import type { CountedReject, RejectLine } from '../kernel/work-batch.ts';
import { forgetRejects } from '../workers/forget-rejects.ts';
import { readRejects } from './read-rejects.ts';

const minute = 60_000;

describe.each(testEngines())('rejects on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  const reject = (reason: CountedReject, shares: number, at = testStart): RejectLine => ({
    miner: dogeMiner,
    worker: 'rig1',
    reason,
    shares,
    at,
  });
  const uuid = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
  const none = { stale: 0, duplicate: 0, 'low-difficulty': 0, malformed: 0 };
  const minerId = async () => (await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners`))[0]?.id ?? 0n;

  it('are not written for a worker without any proof of work', async () => {
    const batch = { id: uuid(1), algorithm: 'sha256', lines: [], rejects: [reject('stale', 3)] };
    expect(await recordWork(ctx, batch)).toBe('recorded');
    expect(await ctx.db.query(sql`SELECT 1 FROM worker_rejects`)).toEqual([]);
    expect(await ctx.db.query(sql`SELECT 1 FROM miners`)).toEqual([]);
  });

  it('are counted once beside the accepted ones, by reason, over hour and day', async () => {
    const first = {
      ...buildBatch(uuid(2), buildLine({ shares: 5 })),
      rejects: [reject('stale', 2), reject('duplicate', 1), reject('stale', 1)],
    };
    expect(await recordWork(ctx, first)).toBe('recorded');
    expect(await recordWork(ctx, first)).toBe('already-recorded');
    const later = testStart + 90 * minute;
    ctx.setNow(later);
    await recordWork(ctx, {
      id: uuid(3),
      algorithm: 'sha256',
      lines: [],
      rejects: [reject('malformed', 4, later), reject('low-difficulty', 7, later)],
    });
    expect(await readRejects(ctx, await minerId())).toEqual([
      {
        algorithm: 'sha256',
        name: 'rig1',
        hour: { accepted: 0, rejected: { ...none, malformed: 4, 'low-difficulty': 7 } },
        day: {
          accepted: 5,
          rejected: { stale: 3, duplicate: 1, malformed: 4, 'low-difficulty': 7 },
        },
      },
    ]);
  });

  it('stand beside the accepted shares of the whole day, whose minutes are cleared in between', async () => {
    const worker = 'rig2';
    for (const [index, at] of [60, 61, 125, 600].entries()) {
      const time = testStart + at * minute;
      ctx.setNow(time);
      await recordWork(
        ctx,
        buildBatch(uuid(10 + index), buildLine({ worker, shares: 10, firstAt: time, lastAt: time })),
      );
    }
    const acceptedAt = async (at: number) => {
      ctx.setNow(testStart + at * minute);
      await clearMinutes(ctx);
      const rig2 = (await readRejects(ctx, await minerId())).find(({ name }) => name === worker);
      return rig2 && [rig2.hour.accepted, rig2.day.accepted];
    };
    expect(await acceptedAt(610)).toEqual([10, 40]);
    expect(
      await ctx.db.query(sql`
      SELECT shares FROM worker_hours JOIN workers ON id = worker_id WHERE name = ${worker} ORDER BY hour`),
    ).toEqual([{ shares: 20n }, { shares: 10n }]);
    expect(await acceptedAt(24 * 60 + 60)).toEqual([0, 40]);
    // The first hour is no longer wholly inside.
    expect(await acceptedAt(24 * 60 + 61)).toEqual([0, 20]);
    expect(await acceptedAt(34 * 60 + 1)).toBeUndefined();
  });

  it('are forgotten after a day', async () => {
    ctx.setNow(testStart + 26 * 60 * minute);
    await forgetRejects(ctx);
    const kept = await ctx.db.query<{ reason: string }>(
      sql`SELECT reason FROM worker_rejects ORDER BY reason`,
    );
    expect(kept.map(({ reason }) => reason)).toEqual(['low-difficulty', 'malformed']);
    ctx.setNow(testStart + 36 * 60 * minute);
    await forgetRejects(ctx);
    expect(await ctx.db.query(sql`SELECT 1 FROM worker_hours`)).toEqual([]);
  });
});
