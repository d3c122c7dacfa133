import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { sweepLine } from '../payouts/check-journal.ts';
import { signings } from '../payouts/signings.ts';
import { spellingsOf } from './bare-reference.ts';

/** What the ledger has by itself once the transaction of a reference has ended: none of it is booked by hand. */
export type OwnTransaction =
  /** `payouts adopt` takes over what only a journal has. */
  | { readonly kind: 'payout-transaction'; readonly payout: string }
  | { readonly kind: 'sweep-transaction'; readonly sweep: string }
  /** What an exchange has sent to a wallet: the ledger has it by its own transfer, unless that was given up or ended. */
  | { readonly kind: 'transfer-transaction'; readonly transfer: string }
  /** Only a journal has it: `payouts adopt` takes it up. */
  | { readonly kind: 'lost-sweep' };

/**
 * Whose transaction this reference is, or cancels. What an operator has disregarded is none. Of a sweep that only a wallet has nothing is known
 * here: once its movement is booked, it is not adopted.
 *
 * @param withEnded of transfers also those that were given up or ended: what an exchange sends to the pool is another pool's payment in no case
 */
export async function ownTransactionOf(
  tx: Transaction,
  id: string,
  { withEnded = false }: { readonly withEnded?: boolean } = {},
): Promise<OwnTransaction | undefined> {
  const reference = await nameOf(tx, id);
  const payout = await payoutOf(tx, reference);
  if (payout !== undefined && payout !== sweepLine)
    return { kind: 'payout-transaction', payout: payout.toString() };
  const [sweep] = await tx.query<{ id: bigint }>(
    sql`SELECT id FROM sweeps WHERE ${isOfSweep(reference)} LIMIT 1`,
  );
  if (sweep !== undefined) return { kind: 'sweep-transaction', sweep: sweep.id.toString() };
  const [transfer] = await tx.query<{ id: string }>(
    sql`SELECT id FROM place_transfers WHERE lower(txid) = ANY(${spellingsOf(reference)}::text[]) AND (${withEnded}::boolean OR state NOT IN ('failed', 'refused')) LIMIT 1`,
  );
  if (transfer !== undefined) return { kind: 'transfer-transaction', transfer: transfer.id };
  return payout === sweepLine ? { kind: 'lost-sweep' } : undefined;
}

/** The name of what a network has, or had under this id; what has none is named by it. */
async function nameOf(tx: Transaction, id: string): Promise<string> {
  const [named] = await tx.query<{ txid: string }>(
    sql`SELECT txid FROM payout_transactions WHERE chain_ids @> ARRAY[lower(${id})::text] LIMIT 1`,
  );
  return named?.txid ?? id;
}

/** Of which sweep a transaction is, or which it cancels or has cancelled before another one did: a condition of `sweeps`. */
export function isOfSweep(txid: string): Sql {
  return sql`(lower(${txid}) IN (lower(txid), lower(cancel_txid))
        OR txid IN (SELECT own.txid FROM payout_claims AS own JOIN payout_claims AS two USING (network, claim)
                      JOIN payout_transactions AS cancel ON cancel.txid = two.txid
                     WHERE lower(two.txid) = lower(${txid}) AND cancel.payees = 0))`;
}

/** The payout whose transaction it is, or that a journal has for it: `sweepLine` where that is a sweep. */
async function payoutOf(tx: Transaction, reference: string): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    SELECT id FROM ${signings} WHERE lower(txid) = lower(${reference}) AND id > 0
    UNION ALL
    SELECT payout FROM payout_journal
     WHERE lower(txid) = lower(${reference})
       AND NOT EXISTS (SELECT 1 FROM operator_decisions WHERE kind = 'disregard-transaction' AND subject = txid)
     ORDER BY id DESC LIMIT 1`);
  return row?.id;
}
