import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { sweepLine } from '../payouts/check-journal.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { moveTransaction } from '../payouts/payout-transaction.ts';
import { findSweep, moveSweep, type Sweep } from './sweep.ts';

/**
 * Ends a signed sweep that no process has handed out and no journal has, and frees what it would spend; it is never sent from here, and looked at
 * for a week like all that were given up. False, and nothing is done, where it may have left.
 */
export async function endUnsent(
  tx: Transaction,
  { clock, journal }: Pick<PayoutContext, 'clock' | 'journal'>,
  { id }: Pick<Sweep, 'id'>,
  note: string,
): Promise<boolean> {
  // Who lets it leave holds the row, too, and writes its line in the same transaction.
  const own = await findSweep(tx, id, { locked: true });
  if (own?.state !== 'signed' || own.cancel !== null || own.signed === null) return false;
  const { txid, sends } = own.signed;
  if (sends > 0 || journal.has(sweepLine, txid)) return false;
  const lines = await tx.query(sql`SELECT 1 FROM payout_journal WHERE txid = ${txid} LIMIT 1`);
  if (lines.length > 0) return false;
  const at = clock.now();
  await moveSweep(tx, own, 'returned', at, sql`, note = ${note.slice(0, 500)}`);
  await moveTransaction(tx, txid, 'invalidated', at);
  return true;
}
