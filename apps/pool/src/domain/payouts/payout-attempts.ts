import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Payout } from './payout.ts';

/**
 * What a payout still waits for whose transaction can never be confirmed: another one that it was signed in before may be what excluded it,
 * and may have paid it. Undefined where there is none, or two nodes have ended it, or that payment is a payout by itself.
 */
export async function attemptAwaited(db: Queryable, payout: Payout): Promise<string | undefined> {
  const { id, coin, address, memo } = payout;
  const [open] = await db.query<{ txid: string }>(sql`
    SELECT txid FROM payout_attempts JOIN payout_transactions USING (txid)
     WHERE payout_id = ${id} AND state <> 'invalidated'
       AND NOT EXISTS (SELECT 1 FROM payouts AS other
                        WHERE (other.txid, other.coin, other.address, other.memo) = (payout_attempts.txid, ${coin}, ${address}, ${memo})
                          AND other.state <> 'released')
     ORDER BY txid LIMIT 1`);
  return open && `two nodes to end ${open.txid}, in which it was signed before, or an operator to adopt it`;
}
