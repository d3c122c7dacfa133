import { boughtAccount } from '@openlode/ledger/accounts';
import { reviewMs } from '@openlode/ledger/judge-request';
import {
  type LeftTransfer,
  ofBoughtIn,
  transferArrivedEntry,
  transferFailedEntry,
  transferLeftEntry,
} from '@openlode/ledger/transfer-entries';
import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from '../../../runtime/database/database.ts';
import { oneLine } from '../../../runtime/one-line.ts';
import { bookEntries } from '../../ledger/book-entry.ts';
import { lockAssets } from '../../ledger/lock-assets.ts';
import { bareReference, spellingsOf, txidOfIncomeInSql } from '../bare-reference.ts';
import { awaitLook } from '../places/place-standing.ts';
import { selectTransfers, type TransferRow } from './transfer-rows.ts';

/** The row under a lock, where it still is in one of these states. */
async function lockTransfer(
  tx: Transaction,
  { id, coin }: Pick<TransferRow, 'id' | 'coin'>,
  states: readonly TransferRow['state'][],
): Promise<TransferRow | undefined> {
  await lockAssets(tx, [coin]);
  const [row] = await selectTransfers(
    tx,
    sql`WHERE id = ${id} AND state = ANY(${states}::text[]) FOR UPDATE`,
  );
  return row;
}

/** The exchange's record has it: it is on its way. Once, by one process. */
export async function bookLeft(
  db: Database,
  transfer: TransferRow,
  {
    exchangeId,
    fee,
    txid,
  }: { readonly exchangeId: string; readonly fee: bigint; readonly txid: string | null },
  at: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockTransfer(tx, transfer, ['sent', 'unknown', 'taken']);
    if (row === undefined) return;
    const { place, coin, amount, id } = row;
    const [bought] = await tx.query<{ amount: bigint }>(
      sql`SELECT -amount AS amount FROM balances WHERE account = ${boughtAccount(place)} AND asset = ${coin}`,
    );
    const ofBought = ofBoughtIn({ amount, fee }, bought?.amount ?? 0n);
    await bookEntries(tx, [transferLeftEntry(entryOf(row, fee, ofBought), at)]);
    // Since then what it had taken was a difference.
    if (at - (row.sentAt?.getTime() ?? at) >= reviewMs) await awaitLook(tx, place, [coin], at);
    const now = new Date(at);
    await tx.query(sql`
      UPDATE place_transfers SET state = 'left', state_at = ${now}, left_at = ${now}, exchange_id = ${exchangeId}, fee = ${fee},
             of_bought = ${ofBought}, txid = ${txid}, note = NULL WHERE id = ${id}`);
  });
}

function entryOf(
  { place, id, network, coin, amount }: TransferRow,
  fee: bigint,
  ofBought: bigint,
): LeftTransfer {
  return { place, id, network, asset: coin, amount, fee, ofBought };
}

/** It is in the wallet, by the word of the wallet's own nodes; not by a transaction that the ledger has otherwise. */
export async function bookArrived(
  db: Database,
  transfer: TransferRow,
  txid: string,
  at: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await bookArrivedIn(tx, transfer, txid, at);
  });
}

/** The same within a transaction; false where nothing was booked: it has moved on meanwhile, or the ledger has its transaction otherwise. */
export async function bookArrivedIn(
  tx: Transaction,
  transfer: TransferRow,
  txid: string,
  at: number,
): Promise<boolean> {
  const row = await lockTransfer(tx, transfer, ['left']);
  if (row?.txid !== txid) return false;
  const { place, id, network, coin, amount } = row;
  // Under the lock of the coin: one transaction stands for one transfer.
  const other = await bookedAs(tx, row, txid);
  if (other !== undefined) {
    const note = `${place} names ${txid} for it, which is ${other}: look there yourself`;
    await tx.query(sql`UPDATE place_transfers SET note = ${oneLine(note, 300)} WHERE id = ${id}`);
    return false;
  }
  await bookEntries(tx, [transferArrivedEntry({ place, id, network, asset: coin, amount }, at)]);
  await tx.query(sql`
    UPDATE place_transfers SET state = 'arrived', state_at = ${new Date(at)}, note = NULL WHERE id = ${id}`);
  return true;
}

/** What else the ledger has by a transaction that is named for a transfer, in words: another one, or what an operator has booked or credited by it. */
export async function bookedAs(
  db: Queryable,
  { id, coin }: Pick<TransferRow, 'id' | 'coin'>,
  txid: string,
): Promise<string | undefined> {
  const [other] = await db.query<{ as: string }>(sql`
    SELECT 'that of transfer ' || id AS "as" FROM place_transfers
     WHERE id <> ${id} AND coin = ${coin} AND lower(txid) = ANY(${spellingsOf(txid)}::text[]) AND state = 'arrived'
    UNION ALL
    SELECT 'booked as a ' || kind FROM treasury_movements
     WHERE lower(reference) = ANY(${spellingsOf(txid)}::text[]) AND ${coin} IN (asset, bought_asset)
    UNION ALL
    SELECT 'what ' || upstream || ' has paid' FROM incomes WHERE asset = ${coin} AND ${txidOfIncomeInSql} = ${bareReference(txid)} LIMIT 1`);
  return other?.as;
}

/**
 * It has left and will not arrive, an operator says: the ledger has it at the exchange again. What that has less shows as a difference, and is booked as
 * one. False where it has moved on meanwhile.
 */
export async function bookGivenUp(
  tx: Transaction,
  transfer: TransferRow,
  note: string,
  at: number,
): Promise<boolean> {
  const row = await lockTransfer(tx, transfer, ['left']);
  if (row === undefined) return false;
  await bookEntries(tx, [transferFailedEntry(entryOf(row, row.fee ?? 0n, row.ofBought ?? 0n), at)]);
  await tx.query(sql`
    UPDATE place_transfers SET state = 'failed', state_at = ${new Date(at)}, note = ${oneLine(note, 300)} WHERE id = ${row.id}`);
  return true;
}

/** The exchange says that it has given it up: what the ledger has on its way it has again. Whether the exchange has, its next look shows. */
export async function bookFailed(
  db: Database,
  transfer: TransferRow,
  exchangeId: string,
  at: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockTransfer(tx, transfer, ['sent', 'unknown', 'taken', 'left']);
    if (row === undefined) return;
    if (row.state === 'left')
      await bookEntries(tx, [transferFailedEntry(entryOf(row, row.fee ?? 0n, row.ofBought ?? 0n), at)]);
    await tx.query(sql`
      UPDATE place_transfers SET state = 'failed', state_at = ${new Date(at)}, exchange_id = ${exchangeId},
             note = ${`${row.place} says that it has given it up`} WHERE id = ${row.id}`);
  });
}
