import { formatAmount } from '@openlode/money/amount';
import type { PayoutState } from '@openlode/ledger/payout-state';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { payoutMoves, publishDomainEvent } from '../kernel/domain-events.ts';
import type { Payout } from './payout.ts';
import { moveTransaction, type TransactionState } from './payout-transaction.ts';

/** What becomes of the transaction when its payout does. Where it is signed its bytes are stored instead (`storeTransaction`). */
const transactionStates: Readonly<Partial<Record<PayoutState, TransactionState>>> = {
  broadcasting: 'sent',
  settled: 'final',
  invalidated: 'invalidated',
  // Given back after it had settled, because its chain has lost it for good; otherwise it was invalidated before.
  released: 'invalidated',
};

/**
 * Takes a payout from the state and the transaction in which the caller saw it to the next state, and its transaction with it. True for the one caller whose update changed the row;
 * a caller that gets false was superseded by another process and must do nothing more.
 */
export async function movePayout(
  tx: Transaction,
  payout: Pick<Payout, 'id' | 'state' | 'signed'>,
  to: Exclude<PayoutState, 'reserved'>,
  at: number,
  more: Sql = empty,
): Promise<boolean> {
  const [moved] = await tx.query<{ coin: string; network: string; amount: bigint; txid: string | null }>(sql`
    UPDATE payouts SET state = ${to}, state_at = ${new Date(at)} ${more}
     WHERE id = ${payout.id} AND state = ${payout.state} AND txid IS NOT DISTINCT FROM ${payout.signed?.txid ?? null}::text RETURNING coin, network, amount, txid`);
  if (moved === undefined) return false;
  const state = transactionStates[to];
  if (state !== undefined && moved.txid !== null && !(to === 'released' && (await isTakenUp(tx, moved.txid))))
    await moveTransaction(tx, moved.txid, state, at);
  publishDomainEvent(tx, {
    event: payoutMoves[to],
    payout: payout.id.toString(),
    coin: moved.coin,
    network: moved.network,
    amount: formatAmount(moved.amount),
    transaction: moved.txid,
  });
  return true;
}

/** Whether a transaction that was given up pays a payout again that was adopted from it: its nodes decide of it then. */
async function isTakenUp(tx: Transaction, txid: string): Promise<boolean> {
  // As where it is taken up: whichever of the two is first decides.
  await tx.query(sql`SELECT 1 FROM payout_transactions WHERE txid = ${txid} FOR UPDATE`);
  const rows = await tx.query(sql`
    SELECT 1 FROM payouts WHERE txid = ${txid} AND kind = 'adopted' AND gone_at IS NULL
       AND state IN ('prepared', 'broadcasting', 'manual_review', 'seen', 'settled') LIMIT 1`);
  return rows.length > 0;
}
