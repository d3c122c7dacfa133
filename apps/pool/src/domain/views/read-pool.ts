import { algorithms } from '@openlode/catalogue/algorithms';
import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { hashesPerSecond, hashrateSpan, hashrateWindowMs } from './hashrate.ts';
import { readPaidTotal } from '../payouts/paid-total.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'>;

const dayMs = 24 * 3_600_000;

export interface PoolTotals {
  /** Workers with an accepted share in the past 24 hours. */
  readonly workers: number;
  /** Miners with a worker among those. */
  readonly miners: number;
  /** In units of 10^-18 BTC. */
  readonly paidBtc: bigint;
}

export interface AlgorithmTotals {
  /** When the last reward was credited. */
  readonly lastRewardAt: number | undefined;
  /** Between the rewards of the past 24 hours; with only one of them, the whole day. */
  readonly averageRewardMs: number | undefined;
  /** From the work recorded in the past ten minutes. */
  readonly hashesPerSecond: number;
  /** Miners with a worker online. */
  readonly miners: number;
}

export interface Pool extends PoolTotals {
  /** The algorithms of which anything is known. */
  readonly algorithms: ReadonlyMap<string, AlgorithmTotals>;
}

export async function readPool(ctx: Context): Promise<Pool> {
  const [totals, rewards, rates] = [
    await readPoolTotals(ctx),
    await readRewardTimes(ctx),
    await readHashrates(ctx),
  ];
  const algorithms = new Set([...rewards.keys(), ...rates.keys()]);
  const byAlgorithm = new Map(
    [...algorithms].map((algorithm) => [
      algorithm,
      {
        lastRewardAt: undefined,
        averageRewardMs: undefined,
        hashesPerSecond: 0,
        miners: 0,
        ...rewards.get(algorithm),
        ...rates.get(algorithm),
      },
    ]),
  );
  return { ...totals, algorithms: byAlgorithm };
}

/** Only what every page shows. */
export async function readPoolTotals(ctx: Context): Promise<PoolTotals> {
  const since = new Date(ctx.clock.now() - dayMs);
  const rows = await ctx.db.query<{ workers: bigint; miners: bigint }>(sql`
    SELECT count(*) AS workers, count(DISTINCT miner_id) AS miners FROM workers WHERE last_share_at > ${since}`);
  const { workers, miners } = firstRow(rows);
  return { workers: Number(workers), miners: Number(miners), paidBtc: await readPaidTotal(ctx.db) };
}

async function readRewardTimes(
  ctx: Context,
): Promise<Map<string, Pick<AlgorithmTotals, 'lastRewardAt' | 'averageRewardMs'>>> {
  const since = new Date(ctx.clock.now() - dayMs);
  const rows = await ctx.db.query<{ algorithm: string; last: Date; first: Date | null; rewards: bigint }>(sql`
    SELECT algorithm, max(state_at) AS last, min(state_at) FILTER (WHERE state_at > ${since}) AS first,
           count(*) FILTER (WHERE state_at > ${since}) AS rewards
      FROM unnest(${algorithms.map(({ code }) => code)}::text[]) AS known (algorithm), LATERAL (
        SELECT state_at FROM rounds
         WHERE rounds.algorithm = known.algorithm AND state = 'credited' AND state_at > ${since}
        UNION ALL (
        SELECT state_at FROM rounds
         WHERE rounds.algorithm = known.algorithm AND state = 'credited' AND state_at <= ${since}
         ORDER BY state_at DESC LIMIT 1)) AS credited
     GROUP BY algorithm`);
  return new Map(
    rows.map(({ algorithm, last, first, rewards }) => [
      algorithm,
      { lastRewardAt: last.getTime(), averageRewardMs: averageOf(first, last, Number(rewards)) },
    ]),
  );
}

function averageOf(first: Date | null, last: Date, rewards: number): number | undefined {
  if (first === null) return undefined;
  return rewards === 1 ? dayMs : (last.getTime() - first.getTime()) / (rewards - 1);
}

async function readHashrates(
  ctx: Context,
): Promise<Map<string, Pick<AlgorithmTotals, 'hashesPerSecond' | 'miners'>>> {
  const now = ctx.clock.now();
  const online = await ctx.db.query<{ algorithm: string; miners: bigint; since: Date }>(sql`
    SELECT algorithm, count(DISTINCT miner_id) AS miners, min(online_since) AS since
      FROM workers WHERE online GROUP BY algorithm`);
  // Batches are few however many workers there are; minutes of workers would be a row each.
  const recorded = await ctx.db.query<{ algorithm: string; work: bigint }>(sql`
    SELECT algorithm, sum(work) AS work FROM work_batches
     WHERE recorded_at > ${new Date(now - hashrateWindowMs)} GROUP BY algorithm`);
  const work = new Map(recorded.map((row) => [row.algorithm, row.work]));
  return new Map(
    online.map(({ algorithm, miners, since }) => {
      const { seconds } = hashrateSpan(since.getTime(), now);
      const rate = hashesPerSecond(work.get(algorithm) ?? 0n, seconds);
      return [algorithm, { miners: Number(miners), hashesPerSecond: rate }];
    }),
  );
}
