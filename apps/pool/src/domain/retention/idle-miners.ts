import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { openPairs, readClosures } from '../miners/coin-status.ts';
import { type Payability, payablePairs } from '../payouts/payable-pairs.ts';
import { balanceAccountsInSql } from '../ledger/account-names.ts';

/** Has something, and neither worked nor been moved since: a condition on `miners`. */
export function isIdle(before: Date): Sql {
  const ledgerAccounts = balanceAccountsInSql(sql`miners.id`);
  return sql`last_work_at <= ${before}
    AND EXISTS (SELECT 1 FROM balances WHERE balances.account IN ${ledgerAccounts} AND amount > 0)
    AND NOT EXISTS (
      SELECT 1 FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
       WHERE postings.account IN ${ledgerAccounts} AND booked_at > ${before})`;
}

/** What is needed to clear idle balances. A process that lets no payout leave neither announces nor writes off. */
export type IdleContext = Pick<ServiceContext, 'db' | 'clock' | 'publisher'> & Payability;

/**
 * A condition on `miners`: it would be paid if its owner asked now, because its coin is open, the network can be paid, its address is
 * not restricted, and no payout of it is open. A balance that the pool itself holds back is never written off.
 */
export async function isPayable(
  db: Queryable,
  now: number,
  payability: Pick<Payability, 'pays'>,
): Promise<Sql> {
  const pairs = await payablePairs(db, openPairs(await readClosures(db), now), payability);
  return sql`miners.coin || ':' || miners.network = ANY(${pairs}::text[])
    AND NOT EXISTS (SELECT 1 FROM restricted_addresses AS barred
                     WHERE barred.coin = miners.coin AND barred.address = miners.address)
    AND NOT EXISTS (SELECT 1 FROM payouts
                     WHERE payouts.miner_id = miners.id AND state NOT IN ('settled', 'released'))`;
}
