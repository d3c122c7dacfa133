import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { WithdrawnPayment } from '../../kernel/payout-withdrawals.ts';

/** A payout through an exchange as its row has it. */
export interface WithdrawalRow extends WithdrawnPayment {
  readonly txid: string;
  readonly place: string;
  /**
   * `sent`: it may have been asked for. `unknown`: it was not answered as one that was taken. `taken`: the exchange has it. `refused`: nothing has left, or
   * the exchange has never taken it.
   */
  readonly state: 'sent' | 'unknown' | 'taken' | 'refused';
  readonly sentAt: Date;
  /** The exchange's ids of what had left of the coin before; null where no process of this database has asked for it. */
  readonly known: readonly string[] | null;
  readonly exchangeId: string | null;
  readonly absentFrom: Date | null;
  readonly absentUntil: Date | null;
  /** When the exchange had less than the ledger says while it was not found. */
  readonly fallenAt: Date | null;
  readonly note: string | null;
  /** Whether the ledger has it as gone. */
  readonly isBooked: boolean;
}

const isBooked = sql`EXISTS (SELECT 1 FROM payouts WHERE payouts.txid = withdrawn_payouts.txid AND payouts.state = 'settled')`;

/** Those that may have left and that the ledger still has there; for a statement that names the table `withdrawn_payouts`. */
export const isOnItsWayInSql: Sql = sql`(withdrawn_payouts.state <> 'refused' AND EXISTS (
    SELECT 1 FROM payouts WHERE payouts.txid = withdrawn_payouts.txid AND payouts.state NOT IN ('settled', 'released')))`;

/** Those of which it is not known whether the exchange has them. */
export const isUndecidedInSql: Sql = sql`(${isOnItsWayInSql} AND withdrawn_payouts.state IN ('sent', 'unknown'))`;

export function selectWithdrawals(db: Queryable, condition: Sql): Promise<WithdrawalRow[]> {
  return db.query<WithdrawalRow>(sql`
    SELECT txid, place, id, coin, network, address, memo, amount, fee_max AS "feeMax", state, sent_at AS "sentAt", known, exchange_id AS "exchangeId",
           absent_from AS "absentFrom", absent_until AS "absentUntil", fallen_at AS "fallenAt", note, ${isBooked} AS "isBooked"
      FROM withdrawn_payouts ${condition}`);
}

export async function findWithdrawalRow(db: Queryable, txid: string): Promise<WithdrawalRow | undefined> {
  const [row] = await selectWithdrawals(db, sql`WHERE txid = ${txid}`);
  return row;
}

/** A payout of one of these coins that is on its way from the place, in words; nothing is asked of the coin there meanwhile. */
export async function withdrawalUnderWay(
  db: Queryable,
  place: string,
  coins: readonly string[],
): Promise<string | undefined> {
  const [row] = await db.query<{ txid: string; payout: bigint }>(sql`
    SELECT txid, (SELECT min(id) FROM payouts WHERE payouts.txid = withdrawn_payouts.txid) AS payout FROM withdrawn_payouts
     WHERE place = ${place} AND coin = ANY(${[...coins]}::text[]) AND ${isOnItsWayInSql} ORDER BY sent_at LIMIT 1`);
  return row && `payout ${row.payout} is on its way from ${place} (${row.txid}): see openlode payouts`;
}
