import { sweepEntry } from '@openlode/ledger/treasury-entries';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { feeEntries, moveTransaction, recordFee } from '../payouts/payout-transaction.ts';
import { openTransit } from './places/transits.ts';
import { findSweep, moneyOfSweep, moveSweep, type Sweep } from './sweep.ts';

export type SweepVerdict = 'final' | 'cancelled' | 'invalidated';

/** Ends it in one transaction with its bookings. False where another process was first. The row before the claims, and the ledger last. */
export async function endSweep(
  tx: Transaction,
  { clock }: Pick<PayoutContext, 'clock'>,
  sweep: Sweep,
  { verdict, fee, why }: { readonly verdict: SweepVerdict; readonly fee: bigint; readonly why: string },
): Promise<boolean> {
  const own = await findSweep(tx, sweep.id, { locked: true });
  // One that was cancelled meanwhile is looked up again with that.
  if (own?.state !== sweep.state || own.cancel?.txid !== sweep.cancel?.txid || own.signed === null)
    return false;
  const at = clock.now();
  const { txid } = own.signed;
  if (verdict === 'final') {
    await moveSweep(tx, own, 'final', at, sql`, note = NULL, bookings = bookings + 1`);
    await finish(tx, txid, fee, at);
    // They share what they spend.
    if (own.cancel !== null) await moveTransaction(tx, own.cancel.txid, 'invalidated', at);
    await openTransit(tx, own, at);
    await bookEntries(tx, [sweepEntry(moneyOfSweep(own), at), ...(await feeEntries(tx, txid, at))]);
    return true;
  }
  await moveSweep(tx, own, 'returned', at, sql`, note = ${returnedWords(verdict, own, why)}`);
  await moveTransaction(tx, txid, 'invalidated', at);
  if (own.cancel !== null && verdict === 'cancelled') await finish(tx, own.cancel.txid, fee, at);
  else if (own.cancel !== null) await moveTransaction(tx, own.cancel.txid, 'invalidated', at);
  // Also of one that was executed and undone: its network has taken it.
  const paid = verdict === 'cancelled' ? own.cancel?.txid : txid;
  if (paid === undefined || (verdict === 'invalidated' && fee === 0n)) return true;
  await recordFee(tx, paid, fee);
  const entries = await feeEntries(tx, paid, at);
  if (entries.length > 0) await bookEntries(tx, entries);
  return true;
}

/** Others may have sent what was only stored here. */
async function finish(tx: Transaction, txid: string, fee: bigint, at: number): Promise<void> {
  await moveTransaction(tx, txid, 'sent', at);
  await moveTransaction(tx, txid, 'final', at);
  await recordFee(tx, txid, fee);
}

function returnedWords(verdict: SweepVerdict, { cancel }: Sweep, why: string): string {
  return verdict === 'cancelled' ? `cancelled by ${cancel?.txid}` : `it can never be confirmed: ${why}`;
}
