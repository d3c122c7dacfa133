import { sweepEntry } from '@openlode/ledger/treasury-entries';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { feeEntries, moveTransaction, recordFee } from '../payouts/payout-transaction.ts';
import { openTransit } from './places/transits.ts';
import { findSweep, moneyOfSweep, moveSweep, type Sweep } from './sweep.ts';

/** What became of a sweep, by which of its transactions, and what its network took for that. */
export interface SweepEnding {
  readonly verdict: 'final' | 'cancelled' | 'invalidated';
  /** The sweep's own, or of `cancelled` what took its place. */
  readonly txid: string;
  readonly fee: bigint;
}

/** Ends it in one transaction with its bookings. False where another process was first. The row before the claims, and the ledger last. */
export async function endSweep(
  tx: Transaction,
  { clock }: Pick<PayoutContext, 'clock'>,
  sweep: Sweep,
  { verdict, txid: by, fee, why }: SweepEnding & { readonly why: string },
): Promise<boolean> {
  const own = await findSweep(tx, sweep.id, { locked: true });
  // One that was cancelled meanwhile is looked up again with that.
  if (own?.state !== sweep.state || own.cancel?.txid !== sweep.cancel?.txid || own.signed === null)
    return false;
  const at = clock.now();
  const { txid } = own.signed;
  // They share what they spend.
  const others = [own.cancel, ...own.outbid].flatMap((each) =>
    each === null || each.txid === by ? [] : [each.txid],
  );
  if (verdict === 'final') {
    await moveSweep(tx, own, 'final', at, sql`, note = NULL, bookings = bookings + 1`);
    await finish(tx, txid, fee, at);
    for (const each of others) await moveTransaction(tx, each, 'invalidated', at);
    await openTransit(tx, own, at);
    await bookEntries(tx, [sweepEntry(moneyOfSweep(own), at), ...(await feeEntries(tx, txid, at))]);
    return true;
  }
  const note = verdict === 'cancelled' ? `cancelled by ${by}` : `it can never be confirmed: ${why}`;
  await moveSweep(tx, own, 'returned', at, sql`, note = ${note}`);
  await moveTransaction(tx, txid, 'invalidated', at);
  if (verdict === 'cancelled') await finish(tx, by, fee, at);
  for (const each of others) await moveTransaction(tx, each, 'invalidated', at);
  // Also of one that was executed and undone: its network has taken it.
  if (verdict === 'invalidated') {
    if (fee === 0n) return true;
    await recordFee(tx, by, fee);
  }
  const entries = await feeEntries(tx, by, at);
  if (entries.length > 0) await bookEntries(tx, entries);
  return true;
}

/** Others may have sent what was only stored here. */
async function finish(tx: Transaction, txid: string, fee: bigint, at: number): Promise<void> {
  await moveTransaction(tx, txid, 'sent', at);
  await moveTransaction(tx, txid, 'final', at);
  await recordFee(tx, txid, fee);
}
