import sql from 'sql-template-tag';
import type { BoundPayment, SignedBefore } from '../kernel/rail.ts';
import { deferSigning } from './defer-signing.ts';
import type { Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';

type Context = Pick<PayoutContext, 'db' | 'clock' | 'random'>;

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
  const before = new Map(bound.map((each) => [each.payoutId, each.before]));
  for (const payout of payouts) {
    const signed = before.get(payout.id);
    if (signed === undefined) continue;
    const waiting = await firstNotOver(ctx, payout.network, signed);
    if (waiting === undefined) await renewOrderId(ctx, payout);
    const words =
      waiting === undefined
        ? 'what was signed for it before can never be confirmed: it is signed for once more'
        : `${waiting.txid} was signed for it before, and what spends its coins is not final: it could be confirmed as well`;
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
       WHERE payout_transactions.network = ${network} AND claim = ANY(${each.claims}::text[]) AND freed_at IS NULL
         AND state = 'final' AND txid <> ${each.txid}
         AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.txid = payout_transactions.txid AND gone_at IS NOT NULL) LIMIT 1`);
    if (final.length === 0) return each;
  }
  return undefined;
}

/** Another process may have done it, or have signed under the old id meanwhile: then nothing changes. */
async function renewOrderId({ db, random }: Context, { id, orderId }: Payout): Promise<void> {
  await db.query(sql`
    UPDATE payouts SET order_id = ${random.uuid()} WHERE id = ${id} AND state = 'reserved' AND order_id = ${orderId}`);
}
