import type { PayoutState } from '@openlode/ledger/payout-state';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import type { Payout } from './payout.ts';

/**
 * Takes a payout from the state in which the caller saw it to the next. True for the one caller whose update changed the row;
 * whoever gets false has been overtaken and must do nothing more.
 */
export async function movePayout(
  tx: Transaction,
  payout: Pick<Payout, 'id' | 'state'>,
  to: PayoutState,
  at: number,
  more: Sql = empty,
): Promise<boolean> {
  const moved = await tx.query(sql`
    UPDATE payouts SET state = ${to}, state_at = ${new Date(at)} ${more}
     WHERE id = ${payout.id} AND state = ${payout.state} RETURNING id`);
  return moved.length === 1;
}
