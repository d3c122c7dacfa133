import { firstBeside } from '@openlode/ledger/payout-attempts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { requireRail } from '../kernel/rails.ts';
import { notifyProgress } from './announce-payout.ts';
import { lockMinerOf, lockMinersOf } from './lock-miners.ts';
import { findPayout, type Payout, payoutsOf, type Signed } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { ClaimTaken, moveTransaction, type NewTransaction, storeTransaction } from './payout-transaction.ts';
import { orderOf } from './prepare-payout.ts';
import { isOnChain, orWords, readSignedFor } from './signed-for.ts';
import { sendCancel } from './send-cancel.ts';
import { logAction, suspensionBeforeLeaving } from './suspensions.ts';
import { splitOutputs } from './verify-payment.ts';

export type CancelOutcome =
  /**
   * `txid` pays no one, and is in the place of what was signed for `payouts`: their money goes back once two nodes prove that nothing of that
   * can be confirmed any more. Empty where the payout is over already, and only what it had kept is freed.
   */
  | { readonly kind: 'cancelling'; readonly txid: string; readonly payouts: readonly bigint[] }
  | { readonly kind: 'no-payout' }
  /** Nothing was changed. `why`: for the operator. */
  | { readonly kind: 'not-possible'; readonly why: string };

type Context = PayoutContext & { readonly actor: string };

/**
 * Signs a transaction that pays no one in the place of everything that was signed for a payout, and sends it. From there on nothing of the
 * payout is handed out from here; whichever is confirmed decides: the payout was paid, or its money goes back. All whom its transaction
 * pays go the same way. Of a payout that was released before anything of it was stored, what the signer knows is cancelled.
 */
export async function cancelPayout(
  ctx: Context,
  { id, why }: { readonly id: bigint; readonly why: string },
): Promise<CancelOutcome> {
  const payout = await findPayout(ctx.db, id);
  if (payout === undefined) return { kind: 'no-payout' };
  const { signed, network, coin } = payout;
  if (!isCancellable(payout)) return notPossible(describeState(payout));
  const rail = requireRail(ctx.rails, network);
  if (rail.cancel === undefined)
    return notPossible(rail.noReplacement ?? `nothing can be cancelled on ${network}`);
  const blocked = await blockOf(ctx, payout);
  if (blocked !== undefined) return notPossible(blocked);
  const attempts = await readSignedFor(ctx.db, payout);
  const decided = await orWords(isOnChain(rail, network, attempts));
  if (typeof decided === 'object') return notPossible(decided.why);
  if (decided !== undefined) return notPossible(`a node says what became of ${decided}: its chain decides`);
  const together = signed === null ? [payout] : await payoutsOf(ctx.db, signed.txid);
  const bytes = attempts.map((each) => ({ ...each, network }));
  const built = await orWords(rail.cancel(together.map(orderOf), bytes));
  if ('why' in built) return notPossible(built.why);
  crashPoint('payout-cancel-signed');
  const decoded = await rail.inspect({ ...built, network });
  if (decoded === 'unreadable') return notPossible('what was signed cannot be read');
  const terms = rail.terms(coin, network);
  const { ours, outward } = splitOutputs(decoded, terms);
  const isOther = decoded.txid !== built.txid || decoded.claims.length === 0;
  if (outward.length > 0 || ours.some(({ amount }) => amount < 0n) || isOther)
    return notPossible('what was signed is not what was asked for');
  if (decoded.fee.asset !== terms.feeAsset || decoded.fee.amount > terms.feeMax * BigInt(together.length))
    return notPossible('it would cost more than a payment may');
  const beside = firstBeside(decoded.claims, attempts);
  if (beside !== undefined)
    return notPossible(`what was signed shares nothing with ${beside.txid}: both could be confirmed`);
  if (attempts.some(({ txid }) => txid === built.txid))
    return notPossible('it is being cancelled by this already');
  const next = { ...built, network, payees: 0, decoded };
  const isDone = await ctx.db
    .transaction((tx) => store(tx, ctx, { payout, together, attempts, next, why }))
    .catch((error: unknown) => {
      if (error instanceof ClaimTaken) return false;
      throw error;
    });
  if (!isDone) return notPossible('something has changed meanwhile, or another transaction spends the same');
  crashPoint('payout-cancel-stored');
  await sendCancel(ctx, { network, txid: built.txid, bytes: built.bytes });
  for (const each of together) await notifyProgress(ctx, each.id);
  const open = together.filter(({ state }) => state !== 'released');
  return { kind: 'cancelling', txid: built.txid, payouts: open.map((each) => each.id) };
}

function isCancellable({ state, signed }: Payout): boolean {
  if (state === 'released') return signed === null;
  return ['prepared', 'broadcasting', 'manual_review', 'seen'].includes(state);
}

function describeState({ state }: Payout): string {
  if (state === 'reserved')
    return 'it is not signed: release it, and cancel it then where the signer has signed it';
  return `it is ${state}`;
}

/** Why nothing may be signed now. */
async function blockOf(ctx: PayoutContext, payout: Payout): Promise<string | undefined> {
  if ((await ctx.rollback.check(ctx.db, ctx.clock.now())) !== undefined) return 'the database was set back';
  if ((await ctx.outgoing.compare(ctx, payout)) !== undefined) return 'the wallet has not been compared';
  const suspended = ctx.payoutBlockReason() ?? (await suspensionBeforeLeaving(ctx.db, payout));
  return suspended === undefined ? undefined : `payouts are suspended: ${suspended}`;
}

interface Storing {
  readonly payout: Payout;
  readonly together: readonly Payout[];
  readonly attempts: readonly Pick<Signed, 'txid'>[];
  readonly next: NewTransaction;
  readonly why: string;
}

/** False where the payouts are not as they were any more. */
async function store(tx: Transaction, ctx: Context, storing: Storing): Promise<boolean> {
  const { payout, together, attempts, next, why } = storing;
  const first: Signed | null = payout.signed;
  if (first === null) await lockMinerOf(tx, payout);
  else await lockMinersOf(tx, first.txid);
  const again =
    first === null
      ? [await findPayout(tx, payout.id)]
      : await payoutsOf(tx, first.txid, sql`FOR UPDATE OF payouts`);
  if (again.map(stateOf).join() !== together.map(stateOf).join()) return false;
  if ((await ctx.rollback.check(tx, ctx.clock.now())) !== undefined) return false;
  if ((await suspensionBeforeLeaving(tx, payout)) !== undefined) return false;
  if (ctx.outgoing.missing(ctx, payout) !== undefined) return false;
  if (await endsOthers(tx, next, attempts)) return false;
  const at = ctx.clock.now();
  const holder = first?.txid ?? attempts[0]?.txid;
  await storeTransaction(tx, next, {
    state: 'signed',
    at,
    mayHaveLeft: false,
    // Of what was never stored an earlier one that cancels it has the claim.
    ...(holder !== undefined && { replaces: holder }),
  });
  // It may be anywhere from here on.
  await moveTransaction(tx, next.txid, 'sent', at);
  const payouts = together.map(({ id }) => id);
  const added = await tx.query(sql`
    INSERT INTO payout_attempts (payout_id, txid, replaced_at)
    SELECT payout_id, ${next.txid}::text, ${new Date(at)}::timestamptz FROM unnest(${payouts}::bigint[]) AS payout_id
    ON CONFLICT DO NOTHING RETURNING 1`);
  // Another process was asked at the same moment, and has stored just this.
  if (added.length < payouts.length) return false;
  for (const each of payouts) await logAction(tx, ctx, { action: 'cancel', payout: each, why });
  return true;
}

/** Whether it spends what a transaction of other payouts spends that is not over, as one that took them out of the first (`payouts rebuild`). */
async function endsOthers(
  tx: Transaction,
  { network, decoded: { claims } }: NewTransaction,
  attempts: Storing['attempts'],
): Promise<boolean> {
  const others = await tx.query(sql`
    SELECT 1 FROM payout_claims JOIN payout_transactions USING (txid)
     WHERE payout_claims.network = ${network} AND claim = ANY(${claims}::text[]) AND state IN ('signed', 'sent')
       AND txid <> ALL(${attempts.map(({ txid }) => txid)}::text[]) LIMIT 1`);
  return others.length > 0;
}

function stateOf(payout: Payout | undefined): string {
  return `${payout?.id} ${payout?.state} ${payout?.signed?.txid}`;
}

function notPossible(why: string): { readonly kind: 'not-possible'; readonly why: string } {
  return { kind: 'not-possible', why };
}
