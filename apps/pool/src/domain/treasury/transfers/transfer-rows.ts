import { reviewMs } from '@openlode/ledger/judge-request';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import { isOnItsWayInSql } from '../withdrawals/withdrawal-rows.ts';

/**
 * `stored`: nothing has asked for it. `sent`: it may have been asked for. `unknown`: it was not answered as one that was taken. `taken`: the exchange has
 * it. `left`: its record has it, and so has the ledger, as on its way. The others are its end: in the wallet; given up by the exchange; never taken.
 */
export type TransferState =
  | 'stored'
  | 'sent'
  | 'unknown'
  | 'taken'
  | 'left'
  | 'arrived'
  | 'failed'
  | 'refused';

/** A transfer from an exchange to a wallet as its row has it; amounts in units of 10^-18. */
export interface TransferRow {
  readonly id: string;
  readonly place: string;
  readonly number: bigint;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** What arrives. */
  readonly amount: bigint;
  /** The most that the exchange may take besides. */
  readonly feeMax: bigint;
  readonly usd: bigint;
  readonly operator: string;
  readonly storedAt: Date;
  readonly state: TransferState;
  readonly stateAt: Date;
  readonly sentAt: Date | null;
  readonly available: bigint | null;
  /** The exchange's ids of what it had let out of the coin before. */
  readonly known: readonly string[] | null;
  readonly exchangeId: string | null;
  readonly fee: bigint | null;
  readonly ofBought: bigint | null;
  readonly leftAt: Date | null;
  readonly txid: string | null;
  readonly absentFrom: Date | null;
  readonly absentUntil: Date | null;
  readonly hasFallen: boolean;
  readonly note: string | null;
}

/** Those that the ledger does not have yet; spelled out as the partial index is. */
export const isUnbookedInSql: Sql = sql`state IN ('stored', 'sent', 'unknown', 'taken')`;

/** Those that are not over. */
export const isTransferOpenInSql: Sql = sql`state IN ('stored', 'sent', 'unknown', 'taken', 'left')`;

/** The same of a state. */
export function isTransferOpen(state: TransferState): boolean {
  return !['arrived', 'failed', 'refused'].includes(state);
}

export function selectTransfers(db: Queryable, condition: Sql): Promise<TransferRow[]> {
  return db.query<TransferRow>(sql`
    SELECT id, place, number, coin, network, address, amount, fee_max AS "feeMax", usd, operator, stored_at AS "storedAt", state,
           state_at AS "stateAt", sent_at AS "sentAt", available, known, exchange_id AS "exchangeId", fee, of_bought AS "ofBought",
           left_at AS "leftAt", txid, absent_from AS "absentFrom", absent_until AS "absentUntil", has_fallen AS "hasFallen", note
      FROM place_transfers ${condition}`);
}

/**
 * What transfers and payouts may have taken of a coin at a place that the ledger does not have yet, at the most; nothing a day after one was asked for, unless
 * it is a payout that the exchange's record has: what is less there then is a difference until it is booked, and counts for nothing that miners are owed.
 */
export async function readWithdrawn(
  db: Queryable,
  place: string,
  now: number,
): Promise<ReadonlyMap<string, bigint>> {
  const since = new Date(now - reviewMs);
  const rows = await db.query<{ coin: string; amount: bigint }>(sql`
    SELECT coin, sum(gross) AS amount FROM (
      SELECT coin, amount + fee_max AS gross FROM place_transfers
       WHERE place = ${place} AND state IN ('sent', 'unknown', 'taken') AND sent_at > ${since}
      UNION ALL
      SELECT coin, amount + fee_max FROM withdrawn_payouts
       WHERE place = ${place} AND ${isOnItsWayInSql} AND (state = 'taken' OR sent_at > ${since})) AS moved
     GROUP BY coin`);
  return new Map(rows.map(({ coin, amount }) => [coin, amount]));
}
