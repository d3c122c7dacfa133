import sql from 'sql-template-tag';
import { firstRow } from '../../db/database.ts';
import type { ServiceContext } from '../context.ts';

export interface PoolTotals {
  readonly workers24h: number;
  readonly miners24h: number;
  /** Algorithms that were rewarded: when last, and every how many minutes over the past day. */
  readonly rewards: ReadonlyMap<string, { readonly lastAt: number; readonly everyMinutes: number }>;
}

const dayMs = 24 * 3_600_000;

export async function readPool(ctx: Pick<ServiceContext, 'db' | 'clock'>): Promise<PoolTotals> {
  const since = new Date(ctx.clock.now() - dayMs);
  const counts = await ctx.db.query<{ workers: bigint; miners: bigint }>(sql`
    SELECT count(*) AS workers, count(DISTINCT account_id) AS miners FROM workers WHERE last_share_at >= ${since}`);
  const rows = await ctx.db.query<{
    algorithm: string;
    last_at: Date;
    first_at: Date | null;
    rewards: bigint;
  }>(sql`
    SELECT algorithm, max(state_at) AS last_at,
           min(state_at) FILTER (WHERE state_at >= ${since}) AS first_at,
           count(*) FILTER (WHERE state_at >= ${since}) AS rewards
      FROM rounds WHERE state = 'credited' GROUP BY algorithm`);
  const { workers, miners } = firstRow(counts);
  return {
    workers24h: Number(workers),
    miners24h: Number(miners),
    rewards: new Map(
      rows.map((row) => {
        const gaps = Number(row.rewards) - 1;
        const spanMs = row.first_at === null ? 0 : row.last_at.getTime() - row.first_at.getTime();
        return [
          row.algorithm,
          { lastAt: row.last_at.getTime(), everyMinutes: gaps > 0 ? spanMs / gaps / 60_000 : 0 },
        ];
      }),
    ),
  };
}
