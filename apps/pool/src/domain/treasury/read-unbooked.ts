import sql from 'sql-template-tag';
import { isElsewhereInSql } from '../ledger/account-names.ts';
import type { Queryable } from '../../runtime/database/database.ts';

/**
 * How much more of an asset is held than the ledger says, in units of 10^-18; below zero where it is less. What payouts may have taken already
 * counts as still owed: while one is on its way it is rather too little than too much.
 *
 * @param held what the wallets say
 */
export async function readUnbooked(db: Queryable, asset: string, held: bigint): Promise<bigint> {
  const [row] = await db.query<{ theirs: bigint; own: bigint; converted: bigint }>(sql`
    SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('mining', 'referral', 'pending', 'inflight')), 0) AS theirs,
           coalesce(sum(amount) FILTER (WHERE kind IN ('own', 'loss') OR ${isElsewhereInSql}), 0) AS own,
           coalesce(sum(amount) FILTER (WHERE kind = 'conversion'), 0) AS converted
      FROM balances WHERE asset = ${asset}`);
  const { theirs, own, converted } = row ?? { theirs: 0n, own: 0n, converted: 0n };
  return held - converted - theirs - (own > 0n ? own : 0n);
}
