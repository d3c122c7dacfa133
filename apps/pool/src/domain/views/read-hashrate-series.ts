import sql, { type Sql } from 'sql-template-tag';
import type { MinerId } from '../miners/find-miner.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { hashesPerSecond } from './hashrate.ts';

/** One interval of an algorithm; `at` is its end. */
export interface HashratePoint {
  readonly at: number;
  readonly hashesPerSecond: number;
}

export type SeriesPeriod = 'past-hour' | 'past-day';

const minuteMs = 60_000;
const periods = {
  'past-hour': { intervalMs: minuteMs, shownMs: 60 * minuteMs },
  'past-day': { intervalMs: 10 * minuteMs, shownMs: 24 * 60 * minuteMs },
} as const;

/**
 * The hashrate of a miner by algorithm: minute by minute over the past hour, or by ten minutes over the past day. Only whole
 * intervals; those without work are left out, so that a chart shows a gap and no invented zero.
 */
export async function readHashrateSeries(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  minerId: MinerId,
  period: SeriesPeriod,
): Promise<ReadonlyMap<string, readonly HashratePoint[]>> {
  const { intervalMs, shownMs } = periods[period];
  const now = ctx.clock.now();
  const to = now - (now % intervalMs);
  const select = period === 'past-hour' ? minutesOf : tenMinutesOf;
  const rows = await ctx.db.query<{ algorithm: string; at: Date; work: bigint }>(
    select(minerId, new Date(to - shownMs), new Date(to)),
  );
  const series = new Map<string, HashratePoint[]>();
  for (const { algorithm, at, work } of rows) {
    const points = series.get(algorithm) ?? [];
    series.set(algorithm, points);
    points.push({ at: at.getTime() + intervalMs, hashesPerSecond: hashesPerSecond(work, intervalMs / 1000) });
  }
  return series;
}

function minutesOf(minerId: MinerId, from: Date, to: Date): Sql {
  return sql`
    SELECT algorithm, minute AS at, sum(work) AS work
      FROM workers JOIN worker_minutes ON worker_id = id
     WHERE miner_id = ${minerId} AND minute >= ${from} AND minute < ${to}
     GROUP BY algorithm, minute ORDER BY minute`;
}

function tenMinutesOf(minerId: MinerId, from: Date, to: Date): Sql {
  return sql`
    SELECT algorithm, at, work FROM miner_ten_minutes
     WHERE miner_id = ${minerId} AND at >= ${from} AND at < ${to} ORDER BY at, algorithm`;
}
