import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** Batches of work that were too old to be counted safely; they wait for an operator to count or drop them. */
export interface ParkedWork {
  readonly batches: number;
  readonly shares: number;
  /** Business time at which the first of them came, in ms; null where there is none. */
  readonly since: number | null;
}

export async function countParked(ctx: Pick<ServiceContext, 'db'>): Promise<ParkedWork> {
  const rows = await ctx.db.query<{ batches: bigint; shares: bigint; since: Date | null }>(sql`
    SELECT count(*) AS batches, coalesce(sum(shares), 0) AS shares, min(parked_at) AS since FROM parked_batches`);
  const { batches, shares, since } = firstRow(rows);
  return { batches: Number(batches), shares: Number(shares), since: since?.getTime() ?? null };
}
