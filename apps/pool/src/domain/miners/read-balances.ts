import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { balanceAccountsInSql } from '../ledger/account-names.ts';

export interface MinerBalance {
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  /** Mined and by referral, in units of 10^-18 of the miner's coin. */
  readonly balance: bigint;
  /** The last movement of the balance; without one, when the miner was made. */
  readonly changedAt: number;
}

/** The balances of the miners that exist, in the order asked for, each once. */
export async function readBalances(
  ctx: Pick<ServiceContext, 'db'>,
  uuids: readonly string[],
): Promise<MinerBalance[]> {
  const wanted = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))];
  const rows = await ctx.db.query<{
    uuid: string;
    coin: string;
    network: string;
    balance: bigint;
    changed_at: Date;
  }>(sql`
    SELECT miners.uuid, miners.coin, miners.network, coalesce(sum(balances.amount), 0) AS balance,
           coalesce(max(greatest(moved.booked_at, closed.booked_at)), miners.created_at) AS changed_at
      FROM unnest(${wanted}::uuid[]) WITH ORDINALITY AS wanted (uuid, position)
      JOIN miners ON miners.uuid = wanted.uuid
      LEFT JOIN balances ON balances.asset = miners.coin
       AND balances.account IN ${balanceAccountsInSql(sql`miners.id`)}
      LEFT JOIN LATERAL (
        SELECT booked_at FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
         WHERE postings.account = balances.account AND postings.asset = balances.asset
         ORDER BY entry_id DESC LIMIT 1) AS moved ON true
      LEFT JOIN closed_postings AS closed ON closed.account = balances.account AND closed.asset = balances.asset
     GROUP BY miners.id, position ORDER BY position`);
  return rows.map(({ changed_at: changedAt, ...miner }) => ({
    ...miner,
    changedAt: changedAt.getTime(),
  }));
}
