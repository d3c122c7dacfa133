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
  const { intervalMs } = periods[period];
  const { from, to } = spanOf(period, ctx.clock.now());
  const select = period === 'past-hour' ? minutesOf : tenMinutesOf;
  const rows = await ctx.db.query<{ algorithm: string; at: Date; work: bigint }>(select(minerId, from, to));
  return seriesOf(
    rows.map(({ work, ...row }) => ({ ...row, rate: hashesPerSecond(work, intervalMs / 1000) })),
    intervalMs,
  );
}

/** The same as mining programs say it, of all workers together: the mean of the interval. One in which none said anything is left out. */
export async function readReportedSeries(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  minerId: MinerId,
  period: SeriesPeriod,
): Promise<ReadonlyMap<string, readonly HashratePoint[]>> {
  const { from, to } = spanOf(period, ctx.clock.now());
  const select = period === 'past-hour' ? reportedMinutesOf : reportedTenMinutesOf;
  const rows = await ctx.db.query<{ algorithm: string; at: Date; rates: bigint }>(select(minerId, from, to));
  const { intervalMs } = periods[period];
  const minutes = intervalMs / minuteMs;
  return seriesOf(
    rows.map(({ rates, ...row }) => ({ ...row, rate: Number(rates) / minutes })),
    intervalMs,
  );
}

function spanOf(period: SeriesPeriod, now: number): { readonly from: Date; readonly to: Date } {
  const { intervalMs, shownMs } = periods[period];
  const to = now - (now % intervalMs);
  return { from: new Date(to - shownMs), to: new Date(to) };
}

function seriesOf(
  rows: readonly { readonly algorithm: string; readonly at: Date; readonly rate: number }[],
  intervalMs: number,
): ReadonlyMap<string, readonly HashratePoint[]> {
  const series = new Map<string, HashratePoint[]>();
  for (const { algorithm, at, rate } of rows) {
    const points = series.get(algorithm) ?? [];
    series.set(algorithm, points);
    points.push({ at: at.getTime() + intervalMs, hashesPerSecond: rate });
  }
  return series;
}

function reportedMinutesOf(minerId: MinerId, from: Date, to: Date): Sql {
  return sql`
    SELECT algorithm, minute AS at, sum(rate) AS rates
      FROM workers JOIN reported_minutes ON worker_id = id
     WHERE miner_id = ${minerId} AND minute >= ${from} AND minute < ${to}
     GROUP BY algorithm, minute ORDER BY minute, algorithm`;
}

function reportedTenMinutesOf(minerId: MinerId, from: Date, to: Date): Sql {
  return sql`
    SELECT algorithm, at, minute_rates AS rates FROM reported_ten_minutes
     WHERE miner_id = ${minerId} AND at >= ${from} AND at < ${to} ORDER BY at, algorithm`;
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
