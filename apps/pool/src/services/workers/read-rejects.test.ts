import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { testEngines } from '../../db/testing/create-test-database.ts';
import { buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, testStart, type TestContext } from '../testing/create-test-context.ts';
import { recordWork } from '../work/record-work.ts';
import type { CountedReject, RejectLine } from '../work/work-batch.ts';
import { forgetRejects } from './forget-rejects.ts';
import { readRejects } from './read-rejects.ts';

const minute = 60_000;

describe.each(testEngines())('rejects on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  const reject = (reason: CountedReject, shares: number, at = testStart): RejectLine => ({
    account: dogeMiner,
    worker: 'rig1',
    reason,
    shares,
    at,
  });
  const uuid = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
  const none = { stale: 0, duplicate: 0, 'low-difficulty': 0, malformed: 0 };
  const accountId = async () =>
    (await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM accounts`))[0]?.id ?? 0n;

  it('are not written for a worker without any proof of work', async () => {
    const batch = { id: uuid(1), algorithm: 'sha256', lines: [], rejects: [reject('stale', 3)] };
    expect(await recordWork(ctx, batch)).toBe('recorded');
    expect(await ctx.db.query(sql`SELECT 1 FROM worker_rejects`)).toEqual([]);
    expect(await ctx.db.query(sql`SELECT 1 FROM accounts`)).toEqual([]);
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
    expect(await readRejects(ctx, await accountId())).toEqual([
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

  it('are forgotten after a day', async () => {
    ctx.setNow(testStart + 26 * 60 * minute);
    await forgetRejects(ctx);
    const kept = await ctx.db.query<{ reason: string }>(
      sql`SELECT reason FROM worker_rejects ORDER BY reason`,
    );
    expect(kept.map(({ reason }) => reason)).toEqual(['low-difficulty', 'malformed']);
  });
});
