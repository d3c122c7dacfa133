import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { BoundPayment, SignedBefore } from '../kernel/rail.ts';
import { deferSigning } from './defer-signing.ts';
import type { Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';

type Context = Pick<PayoutContext, 'db' | 'clock'>;

/**
 * Sets payouts aside that were signed for before, in transactions of which nothing can be spent now: a batch that was signed and not stored,
 * from which a payout dropped out, or a database that was set back. What spends the coins decides: once it is final, none of those
 * transactions can ever be confirmed, and the payout is signed for under an id of its own again. Until then it waits.
 */
export async function setBoundAside(
  ctx: Context,
  payouts: readonly Payout[],
  bound: readonly BoundPayment[],
): Promise<void> {
  const payments = new Map(bound.map((each) => [each.payoutId, each]));
  for (const payout of payouts) {
    const payment = payments.get(payout.id);
    if (payment === undefined) continue;
    const { before, isOfAnother = false } = payment;
    // What was signed for another payment under its id pays nothing of it.
    const waiting = isOfAnother ? undefined : await firstNotOver(ctx, payout.network, before);
    if (waiting === undefined) await renewOrderId(ctx, payout, before);
    const words =
      waiting === undefined
        ? 'what was signed for it before can never be confirmed: it is signed for once more'
        : `${waiting.txid} was signed for it before, and what spends its coins is not final here: it could be confirmed as well (where that is no payout, such as what you sent by hand, release it once that is deep in its chain)`;
    await deferSigning(ctx, [payout], 'failed', new Error(words));
  }
}

/** The first of these that can still be confirmed, as far as this database knows; undefined where a final transaction excludes each. */
async function firstNotOver(
  { db }: Context,
  network: string,
  signed: readonly SignedBefore[],
): Promise<SignedBefore | undefined> {
  for (const each of signed) {
    const final = await db.query(sql`
      SELECT 1 FROM payout_claims JOIN payout_transactions USING (txid)
       WHERE payout_claims.network = ${network} AND claim = ANY(${each.claims}::text[]) AND freed_at IS NULL
         AND state = 'final' AND txid <> ${each.txid}
         AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.txid = payout_transactions.txid AND gone_at IS NOT NULL AND payouts.state <> 'released')
         AND NOT EXISTS (SELECT 1 FROM sweeps WHERE sweeps.txid = payout_transactions.txid AND gone_at IS NOT NULL) LIMIT 1`);
    if (final.length === 0) return each;
  }
  return undefined;
}

/**
 * The new id follows from the old one and from what was signed under it: two copies of a database give a payout that both have the same one.
 * Another process may have done it: then nothing changes.
 */
async function renewOrderId(
  { db }: Context,
  { id, orderId }: Payout,
  before: readonly SignedBefore[],
): Promise<void> {
  const known = [orderId, ...before.map(({ txid }) => txid).toSorted()].join('\n');
  const digest = createHash('sha256').update(known).digest('hex').slice(0, 32);
  await db.query(sql`
    UPDATE payouts SET order_id = ${digest} WHERE id = ${id} AND state = 'reserved' AND order_id = ${orderId}`);
}
