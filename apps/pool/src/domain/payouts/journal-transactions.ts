import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import { signings } from './signings.ts';

/**
 * The transactions in journals that make exactly the payment of a reserved payout, by payout, without those of other payouts. Their
 * bytes may have left, or may be sent by a copy of the journal, even if an operator has disregarded them; only disregarded ones from
 * journals that name no ledger, which may be another pool's, are left out.
 */
export async function readJournalTransactions(
  db: Queryable,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: bigint; txids: string[] }>(sql`
    SELECT reserved.id, array_agg(line.txid ORDER BY position) AS txids
      FROM payouts AS reserved JOIN payout_journal AS line
        ON line.payout = reserved.id AND (line.coin, line.network, line.address, line.memo, line.amount)
           = (reserved.coin, reserved.network, reserved.address, reserved.memo, reserved.amount)
     WHERE reserved.id = ANY(${ids}::bigint[]) AND reserved.state = 'reserved'
       AND (origin <> 'unknown' OR NOT EXISTS (SELECT 1 FROM operator_decisions
                                                WHERE kind = 'disregard-transaction' AND subject = line.txid))
       AND NOT EXISTS (SELECT 1 FROM ${signings}
                        WHERE (signing.txid, signing.coin, signing.address, signing.memo) = (line.txid, line.coin, line.address, line.memo))
     GROUP BY reserved.id`);
  return new Map(rows.map(({ id, txids }) => [id, txids]));
}

/**
 * Another transaction that was signed for the payout of this line; undefined where there is none. `isReleased`: that one was given
 * back.
 */
export async function findReplacement(
  db: Queryable,
  line: JournalLine,
): Promise<{ readonly txid: string; readonly isReleased: boolean } | undefined> {
  const { payout, network, coin, address, memo, amount } = line;
  const [other] = await db.query<{ txid: string; isReleased: boolean }>(sql`
    SELECT txid, state = 'released' AS "isReleased" FROM payouts
     WHERE id = ${payout} AND txid <> ${line.txid}
       AND (network, coin, address, memo, amount) = (${network}, ${coin}, ${address}, ${memo}, ${amount})`);
  return other;
}
