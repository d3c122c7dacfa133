import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { openPairs, readClosures } from '../accounts/coin-status.ts';
import {
  assetSuspension,
  everyNetwork,
  readSuspensions,
  suspensionElsewhere,
} from '../payouts/suspensions.ts';
import { balanceAccountsInSql } from '../ledger/account-names.ts';

/** Has something, and neither worked nor been moved since: a condition on `accounts`. */
export function isIdle(before: Date): Sql {
  const ledgerAccounts = balanceAccountsInSql(sql`miners.id`);
  return sql`last_work_at <= ${before}
    AND EXISTS (SELECT 1 FROM balances WHERE balances.account IN ${ledgerAccounts} AND amount > 0)
    AND NOT EXISTS (
      SELECT 1 FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
       WHERE postings.account IN ${ledgerAccounts} AND booked_at > ${before})`;
}

/** What clearing idle balances needs. */
export type IdleContext = Pick<ServiceContext, 'db' | 'clock' | 'publisher'> & {
  /** Why this process lets no payout leave, for example its clock: no balance is announced for or written off by it then. */
  readonly payoutBlockReason?: (() => string | undefined) | undefined;
};

/**
 * Could be paid if its owner asked now: its coin is open on its network and not suspended, nor held back by another network of it, its address is not restricted, and no payout of
 * it is on its way. A balance that the pool itself holds back is never written off.
 */
export async function isPayable(db: Queryable, now: number): Promise<Sql> {
  const suspensions = await readSuspensions(db);
  const suspended = new Set(suspensions.map(({ network }) => network));
  const pairs = openPairs(await readClosures(db), now).filter((pair) => {
    const [coin = '', network = ''] = pair.split(':');
    if ([network, assetSuspension(coin), everyNetwork].some((each) => suspended.has(each))) return false;
    return suspensionElsewhere(suspensions, { coin, network }) === undefined;
  });
  return sql`miners.coin || ':' || miners.network = ANY(${pairs}::text[])
    AND NOT EXISTS (SELECT 1 FROM restricted_addresses AS barred
                     WHERE barred.coin = miners.coin AND barred.address = miners.address)
    AND NOT EXISTS (SELECT 1 FROM payouts
                     WHERE payouts.miner_id = miners.id AND state NOT IN ('settled', 'released'))`;
}
