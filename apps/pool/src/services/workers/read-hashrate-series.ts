import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';
import { hashesPerSecond } from './hashrate.ts';

/** One minute of an algorithm; `at` is its end. */
export interface HashratePoint {
  readonly at: number;
  readonly hashesPerSecond: number;
}

const minuteMs = 60_000;
const shownMs = 2 * 3_600_000;

/** The hashrate of an account by algorithm, minute by minute over the past two hours. Minutes without work are left out. */
export async function readHashrateSeries(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  accountId: bigint,
): Promise<ReadonlyMap<string, readonly HashratePoint[]>> {
  const now = ctx.clock.now();
  const rows = await ctx.db.query<{ algorithm: string; minute: Date; work: bigint }>(sql`
    SELECT algorithm, minute, sum(work) AS work
      FROM workers JOIN worker_minutes ON worker_id = id
     WHERE account_id = ${accountId} AND minute >= ${new Date(now - shownMs)} AND minute < ${new Date(now - (now % minuteMs))}
     GROUP BY algorithm, minute ORDER BY minute`);
  const series = new Map<string, HashratePoint[]>();
  for (const { algorithm, minute, work } of rows) {
    const points = series.get(algorithm) ?? [];
    series.set(algorithm, points);
    points.push({ at: minute.getTime() + minuteMs, hashesPerSecond: hashesPerSecond(work, minuteMs / 1000) });
  }
  return series;
}
