import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { spendWords } from './end-prepared.ts';
import type { InvalidationProof } from '../kernel/rail.ts';
import { askNodes } from './known-to-nodes.ts';
import type { Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { moveTransaction } from './payout-transaction.ts';

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
  return (
    open &&
    `two nodes to end ${open.txid}, in which it was signed before, or an operator to adopt it (${spendWords})`
  );
}

/** Ends what a payout was signed in before and no payout names any more, where two nodes say that it can never be confirmed. */
export async function endAttempts(ctx: PayoutContext, { id, coin, network }: Payout): Promise<void> {
  const open = await ctx.db.query<{ txid: string; proof: InvalidationProof }>(sql`
    SELECT txid, proof FROM payout_attempts JOIN payout_transactions USING (txid)
     WHERE payout_id = ${id} AND state <> 'invalidated'
       AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.txid = payout_attempts.txid AND payouts.state <> 'released')`);
  for (const { txid, proof } of open) {
    const { evidence } = await askNodes(ctx.rails, { network, coin, txid, proof });
    if (evidence.kind === 'invalidated')
      await ctx.db.transaction((tx) => moveTransaction(tx, txid, 'invalidated', ctx.clock.now()));
  }
}
