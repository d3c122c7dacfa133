import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** How many payouts are not over, by state. */
export async function countOpenPayouts(
  ctx: Pick<ServiceContext, 'db'>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db.query<{ state: string; count: bigint }>(sql`
    SELECT state, count(*) AS count FROM payouts WHERE state NOT IN ('settled', 'released') GROUP BY state`);
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

/** Payouts of one coin and network that are not over. */
export interface WaitingPayouts {
  readonly coin: string;
  readonly network: string;
  /** When the oldest of them was reserved, in ms. */
  readonly since: number;
  /** In units of 10^-18, all together. */
  readonly amount: bigint;
}

/** Payouts that are not over, by coin and network. */
export async function listWaitingPayouts(
  ctx: Pick<ServiceContext, 'db'>,
): Promise<readonly WaitingPayouts[]> {
  const rows = await ctx.db.query<{ coin: string; network: string; since: Date; amount: bigint }>(sql`
    SELECT coin, network, min(reserved_at) AS since, sum(amount) AS amount
      FROM payouts WHERE state NOT IN ('settled', 'released') GROUP BY coin, network ORDER BY coin, network`);
  return rows.map(({ since, ...each }) => ({ ...each, since: since.getTime() }));
}
