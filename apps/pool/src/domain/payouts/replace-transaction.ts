import { firstBeside } from '@openlode/ledger/payout-attempts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { requireRail } from '../kernel/rails.ts';
import { isRestricted } from '../miners/restricted-addresses.ts';
import { notifyProgress } from './announce-payout.ts';
import { barrierOf, lineOf, sendAgain } from './broadcast-payout.ts';
import { storeLines } from './check-journal.ts';
import { isDeferred } from './defer-signing.ts';
import { lockMinersOf } from './lock-miners.ts';
import { findPayout, type Payout, payoutsOf, type Signed } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { ClaimTaken, moveTransaction, type NewTransaction, storeTransaction } from './payout-transaction.ts';
import { orderOf } from './prepare-payout.ts';
import { isOnChain, orWords, readSignedFor } from './signed-for.ts';
import { logAction, suspensionBeforeLeaving } from './suspensions.ts';
import { verifyPayment } from './verify-payment.ts';

export type ReplaceOutcome =
  /** `payouts` leave with a dearer transaction; whichever of both is confirmed pays them. */
  | { readonly kind: 'replaced'; readonly txid: string; readonly payouts: readonly bigint[] }
  | { readonly kind: 'no-payout' }
  /** Nothing was changed. `why`: for the operator. */
  | { readonly kind: 'not-possible'; readonly why: string };

/** Who replaces, and why. */
interface Asked {
  readonly why: string;
  readonly actor: string;
}

/** Puts a dearer transaction in the place of the one that a payout waits for. */
export async function bumpPayout(
  ctx: PayoutContext & { readonly actor: string },
  { id, why }: { readonly id: bigint; readonly why: string },
): Promise<ReplaceOutcome> {
  const payout = await findPayout(ctx.db, id);
  if (payout === undefined) return { kind: 'no-payout' };
  return replaceTransaction(ctx, payout, { why, actor: ctx.actor });
}

/**
 * Signs a dearer transaction for all whom the one of this payout pays, and sends it in its place. The two exclude each other, whichever is
 * heard of first: both are looked up until one is final. Only where no node has either in a block.
 */
export async function replaceTransaction(
  ctx: PayoutContext,
  payout: Payout,
  asked: Asked,
): Promise<Exclude<ReplaceOutcome, { kind: 'no-payout' }>> {
  const { signed, coin, network } = payout;
  const rail = requireRail(ctx.rails, network);
  if (signed === null || !isReplaceable(payout)) return notPossible('it is not on its way to a block');
  if (rail.replace === undefined)
    return notPossible(
      rail.noReplacement ??
        `nodes of ${network} mostly refuse a transaction that spends what another one spends: it waits for a block`,
    );
  const blocked = await blockOf(ctx, payout, signed);
  if (blocked !== undefined) return notPossible(blocked);
  const attempts = await readSignedFor(ctx.db, payout);
  const decided = await orWords(isOnChain(rail, network, attempts));
  if (typeof decided === 'object') return notPossible(decided.why);
  if (decided !== undefined) return notPossible(`a node says what became of ${decided}: its chain decides`);
  const together = await payoutsOf(ctx.db, signed.txid);
  const orders = together.map(orderOf);
  if (!(await isMyTurn(ctx, payout))) return notPossible('it was tried a moment ago: try again in a minute');
  const bytes = attempts.map((each) => ({ ...each, network }));
  const built = await orWords(rail.replace(orders, bytes));
  if ('why' in built) return notPossible(built.why);
  crashPoint('payout-replacement-signed');
  if (built.kind !== 'signed') return notPossible('the rail does not build it now');
  if (attempts.some(({ txid }) => txid === built.txid)) return notPossible('nothing else was signed for it');
  const decoded = await rail.inspect({ ...built, network });
  if (decoded === 'unreadable') return notPossible('what was signed cannot be read');
  const difference = verifyPayment(orders, built.txid, decoded, rail.terms(coin, network));
  if (difference !== undefined)
    return notPossible(`what was signed is not what was asked for: ${difference.kind}`);
  const beside = firstBeside(decoded.claims, attempts);
  if (beside !== undefined)
    return notPossible(`what was signed shares nothing with ${beside.txid}: both could be confirmed`);
  const next = { ...built, network, payees: orders.length, decoded };
  const isDone = await ctx.db
    .transaction((tx) => goOver(tx, ctx, { payout, together, next, asked }))
    .catch((error: unknown) => {
      if (error instanceof ClaimTaken) return false;
      throw error;
    });
  if (!isDone) return notPossible('something has changed meanwhile');
  crashPoint('payout-replacement-stored');
  for (const { id } of together) await notifyProgress(ctx, id);
  const now = await findPayout(ctx.db, payout.id);
  if (now?.signed?.txid === built.txid) await sendAgain(ctx, now);
  return { kind: 'replaced', txid: built.txid, payouts: together.map(({ id }) => id) };
}

/** A process that signs lets no other one sign meanwhile: each signature counts for the signer's day. */
const signingMs = 30_000;

async function isMyTurn(ctx: PayoutContext, { id, state, signed, nextSignAt }: Payout): Promise<boolean> {
  const now = ctx.clock.now();
  if (isDeferred({ nextSignAt }, now)) return false;
  const taken = await ctx.db.query(sql`
    UPDATE payouts SET next_sign_at = ${new Date(now + signingMs)}
     WHERE id = ${id} AND state = ${state} AND txid = ${signed?.txid} AND next_sign_at IS NOT DISTINCT FROM ${nextSignAt} RETURNING id`);
  return taken.length > 0;
}

function isReplaceable({ state, kind }: Payout): boolean {
  return kind !== 'adopted' && ['broadcasting', 'manual_review', 'seen'].includes(state);
}

/** Why nothing may be signed now. */
async function blockOf(ctx: PayoutContext, payout: Payout, signed: Signed): Promise<string | undefined> {
  if ((await ctx.rollback.check(ctx.db, ctx.clock.now())) !== undefined) return 'the database was set back';
  if ((await ctx.outgoing.compare(ctx, payout)) !== undefined) return 'the wallet has not been compared';
  const suspended = ctx.payoutBlockReason() ?? (await suspensionBeforeLeaving(ctx.db, payout));
  if (suspended !== undefined) return `payouts are suspended: ${suspended}`;
  if (await isRestricted(ctx.db, payout)) return 'its address is restricted';
  return (await barrierOf(ctx.db, signed))?.words;
}

/** Stores the other transaction and gives it to its payouts. False where the first one is not as it was any more. */
async function goOver(
  tx: Transaction,
  ctx: PayoutContext,
  {
    payout,
    together,
    next,
    asked,
  }: {
    readonly payout: Payout;
    readonly together: readonly Payout[];
    readonly next: NewTransaction;
    readonly asked: Asked;
  },
): Promise<boolean> {
  const first = payout.signed;
  if (first === null) return false;
  await lockMinersOf(tx, first.txid);
  const again = await payoutsOf(tx, first.txid, sql`FOR UPDATE OF payouts`);
  if (again.map(stateOf).join() !== together.map(stateOf).join() || again.length !== first.payees)
    return false;
  if (!again.every(isReplaceable) || (await barrierOf(tx, first)) !== undefined) return false;
  if ((await ctx.rollback.check(tx, ctx.clock.now())) !== undefined) return false;
  if ((await suspensionBeforeLeaving(tx, payout)) !== undefined) return false;
  if (ctx.outgoing.missing(ctx, payout) !== undefined) return false;
  const at = ctx.clock.now();
  const payouts = again.map(({ id }) => id);
  await tx.query(sql`
    INSERT INTO payout_attempts (payout_id, txid, replaced_at)
    SELECT payout_id, ${first.txid}::text, ${new Date(at)}::timestamptz FROM unnest(${payouts}::bigint[]) AS payout_id
    ON CONFLICT DO NOTHING`);
  await storeTransaction(tx, next, { state: 'signed', at, mayHaveLeft: false, replaces: first.txid });
  await moveTransaction(tx, next.txid, 'sent', at);
  await tx.query(sql`
    UPDATE payouts SET txid = ${next.txid}, note = NULL, awaited = NULL, verdict = NULL, verdict_at = NULL, next_sign_at = NULL
     WHERE id = ANY(${payouts}::bigint[])`);
  // Before anything leaves: another process must know of it whatever becomes of this one.
  await storeLines(
    tx,
    again.map((each) => lineOf(each, next, at, '')),
    'sent',
  );
  for (const id of payouts)
    await logAction(tx, { ...ctx, actor: asked.actor }, { action: 'bump', payout: id, why: asked.why });
  return true;
}

function stateOf({ id, state }: Payout): string {
  return `${id} ${state}`;
}

function notPossible(why: string): { readonly kind: 'not-possible'; readonly why: string } {
  return { kind: 'not-possible', why };
}
