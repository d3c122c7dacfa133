import { type Transit, transitEntry, type TransitState } from '@openlode/ledger/place-entries';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../runtime/database/database.ts';
import { bookEntries } from '../../ledger/book-entry.ts';
import type { Sweep } from '../sweep.ts';
import { isToSellInSql } from '../to-sell.ts';

/** No exchange shows longer than this what has come in, ms. What the ledger knows longer than that is named by its age. */
export const recordMs = 88 * 86_400_000;

/** A final sweep to an exchange, as its row has it; amounts in units of 10^-18. */
export interface TransitRow {
  readonly sweep: bigint;
  readonly place: string;
  readonly coin: string;
  readonly network: string;
  readonly txid: string;
  /** Under which its network has it, or had it, where `txid` is what it does and none of these: an exchange names it by one of them. */
  readonly ids: readonly string[];
  readonly amount: bigint;
  /** `undone`: its chain has given it up, and the ledger has it in the wallet again. */
  readonly state: TransitState | 'undone';
  readonly moves: number;
  readonly leftAt: Date;
  readonly openedAt: Date;
  readonly record: string | null;
  readonly note: string | null;
  /** Conversions have sent it to be sold. */
  readonly isToSell: boolean;
}

/** Whether conversions have sent the transfer of a row of `place_transits` to be sold. */
const isOfSaleInSql: Sql = sql`(SELECT ${isToSellInSql} FROM sweeps WHERE sweeps.id = place_transits.sweep)`;

export function selectTransits(db: Queryable, condition: Sql): Promise<TransitRow[]> {
  return db.query<TransitRow>(sql`
    SELECT sweep, place, coin, network, txid, amount, state, moves, left_at AS "leftAt", opened_at AS "openedAt", record, note,
           ${isOfSaleInSql} AS "isToSell",
           COALESCE((SELECT chain_ids FROM payout_transactions AS own WHERE own.txid = place_transits.txid), '{}') AS ids
      FROM place_transits ${condition}`);
}

/**
 * From here on the exchange owes it. Belongs into the transaction that books the sweep, before its entries. What was final once and is again is
 * on its way again.
 */
export async function openTransit(tx: Transaction, sweep: Sweep, at: number): Promise<void> {
  const { id, place, coin, network, signed, amount, found } = sweep;
  if (place === null || signed === null) return;
  const now = new Date(at);
  // What was found may have been credited long before this database heard of it.
  const leftAt = found ? sql`${new Date(at - recordMs)}::timestamptz` : sql`planned_at`;
  await tx.query(sql`
    INSERT INTO place_transits (sweep, place, coin, network, txid, amount, state, left_at, opened_at, state_at)
    SELECT ${id}, ${place}, ${coin}, ${network}, ${signed.txid}, ${amount}, 'open', ${leftAt}, ${now}, ${now} FROM sweeps WHERE id = ${id}
    ON CONFLICT (sweep) DO UPDATE SET state = 'open', state_at = ${now}, opened_at = ${now}, record = NULL, note = NULL`);
}

/**
 * Moves a transfer on, with its entry. False for the caller that another process was before.
 *
 * @param record the exchange's name of the deposit that was credited
 */
export async function moveTransit(
  tx: Transaction,
  { sweep, state }: Pick<TransitRow, 'sweep' | 'state'>,
  to: 'arrived' | 'written-off',
  at: number,
  { record = null, note = null }: { readonly record?: string | null; readonly note?: string | null },
): Promise<boolean> {
  if (state === 'undone') return false;
  const [moved] = await tx.query<{ moves: number } & Omit<Transit, 'moves' | 'asset'> & { coin: string }>(sql`
    UPDATE place_transits SET state = ${to}, state_at = ${new Date(at)}, moves = moves + 1, record = ${record}, note = ${note}
     WHERE sweep = ${sweep} AND state = ${state}
    RETURNING place, network, coin, amount, txid, moves, ${isOfSaleInSql} AS "isToSell"`);
  if (moved === undefined) return false;
  const { coin, moves, ...rest } = moved;
  await bookEntries(tx, [transitEntry({ ...rest, asset: coin, moves: moves - 1 }, state, to, at)]);
  return true;
}

/**
 * Its chain has given the transaction up for good: it is on its way again in the ledger, from where its sweep is taken back. Belongs into the
 * transaction that does that, before its entry. What the exchange does about it shows as a difference.
 */
export async function undoTransit(tx: Transaction, sweep: bigint, at: number): Promise<void> {
  const [row] = await selectTransits(tx, sql`WHERE sweep = ${sweep} FOR UPDATE`);
  if (row === undefined || row.state === 'undone') return;
  const isMoved = row.state !== 'open';
  await tx.query(sql`
    UPDATE place_transits SET state = 'undone', state_at = ${new Date(at)}, moves = moves + ${isMoved ? 1 : 0}
     WHERE sweep = ${sweep}`);
  if (isMoved) await bookEntries(tx, [transitEntry({ ...row, asset: row.coin }, row.state, 'open', at)]);
}
