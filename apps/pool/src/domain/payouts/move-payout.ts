import { formatAmount } from '@openlode/money/amount';
import type { PayoutState } from '@openlode/ledger/payout-state';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { payoutMoves, publishDomainEvent } from '../kernel/domain-events.ts';
import type { Payout } from './payout.ts';

/**
 * Takes a payout from the state in which the caller saw it to the next. True for the one caller whose update changed the row;
 * a caller that gets false was superseded by another process and must do nothing more.
 */
export async function movePayout(
  tx: Transaction,
  payout: Pick<Payout, 'id' | 'state'>,
  to: Exclude<PayoutState, 'reserved'>,
  at: number,
  more: Sql = empty,
): Promise<boolean> {
  const [moved] = await tx.query<{ coin: string; network: string; amount: bigint; txid: string | null }>(sql`
    UPDATE payouts SET state = ${to}, state_at = ${new Date(at)} ${more}
     WHERE id = ${payout.id} AND state = ${payout.state} RETURNING coin, network, amount, txid`);
  if (moved === undefined) return false;
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
