import { owedInWallets } from '@openlode/ledger/solvency';
import sql from 'sql-template-tag';
import { isElsewhereInSql } from '../ledger/account-names.ts';
import type { Queryable } from '../../runtime/database/database.ts';
import { arrivingInSql, atExchangesInSql, countedOf, type ReportedCoins } from './at-exchanges.ts';

/**
 * How much more of an asset is held than the ledger says, in units of 10^-18; below zero where it is less. What payouts may have taken already
 * counts as still owed, and what an exchange may have sent to wallets as not there: while one is on its way it is rather too little than too much.
 *
 * @param held what the wallets say
 */
export async function readUnbooked(db: Queryable, asset: string, held: bigint): Promise<bigint> {
  const [row] = await db.query<{
    theirs: bigint;
    ownInWallets: bigint;
    converted: bigint;
    arrived: bigint;
    expected: bigint;
    places: ReportedCoins;
  }>(sql`
    WITH ${atExchangesInSql}, ${arrivingInSql}
    SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('mining', 'referral', 'pending', 'inflight')), 0) AS theirs,
           coalesce(sum(amount) FILTER (WHERE kind IN ('own', 'loss') OR ${isElsewhereInSql}), 0) AS "ownInWallets",
           coalesce(sum(amount) FILTER (WHERE kind = 'conversion'), 0) AS converted,
           coalesce((SELECT held FROM arriving WHERE asset = ${asset}), 0) AS arrived,
           coalesce((SELECT expected FROM arriving WHERE asset = ${asset}), 0) AS expected,
           (SELECT places FROM at_exchanges WHERE asset = ${asset}) AS places
      FROM balances WHERE asset = ${asset}`);
  if (row === undefined) return held;
  const { theirs, converted, expected, places } = row;
  const ownInWallets = row.ownInWallets + row.arrived;
  return held - converted - expected - owedInWallets({ theirs, ownInWallets, counted: countedOf(places) });
}
