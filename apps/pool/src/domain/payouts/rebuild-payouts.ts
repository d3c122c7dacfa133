import { judgeTransaction, witnessesNeeded } from '@openlode/ledger/judge-transaction';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import type { DecodedPayment } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import { isRestricted } from '../miners/restricted-addresses.ts';
import { findPayout, type Payout, payoutsOf, type Signed } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { ClaimTaken, claimedOn, claimsOf, storeTransaction } from './payout-transaction.ts';
import { orderOf } from './prepare-payout.ts';
import { lockMinersOf } from './lock-miners.ts';
import { logAction, type OperatorContext, suspensionOf } from './suspensions.ts';
import { verifyPayment } from './verify-payment.ts';

type Context = PayoutContext & Pick<OperatorContext, 'actor'>;

export type RebuildOutcome =
  /** `payouts` leave with a transaction of their own; `left` stay where they were, until their chain has ended it. */
  | {
      readonly kind: 'rebuilt';
      readonly txid: string;
      readonly payouts: readonly bigint[];
      readonly left: readonly bigint[];
    }
  | { readonly kind: 'no-payout' }
  /** Nothing was changed. `why`: for the operator. */
  | { readonly kind: 'not-possible'; readonly why: string };

/**
 * Takes those payouts that may leave out of a transaction that others of its payouts keep here (held, or an address that was restricted),
 * and signs another one for them over the same coins: at most one of the two can be confirmed. Only where nothing of the first has been
 * handed out. The others stay with it, and end when two nodes say that it can never be confirmed.
 */
export async function rebuildWithoutHeld(
  ctx: Context,
  { id, why }: { readonly id: bigint; readonly why: string },
): Promise<RebuildOutcome> {
  const payout = await findPayout(ctx.db, id);
  if (payout === undefined) return { kind: 'no-payout' };
  const { signed } = payout;
  if (signed === null) return notPossible('it is not signed');
  const parts = await readParts(ctx.db, signed);
  if (typeof parts === 'string') return notPossible(parts);
  const blocked = await blockOf(ctx, payout);
  if (blocked !== undefined) return notPossible(blocked);
  const { coin, network } = payout;
  const unsure = 'two nodes must answer, and none may know its transaction';
  if (!(await isUnknown(ctx, payout, signed))) return notPossible(unsure);
  const own = await claimsOf(ctx.db, signed.txid);
  const claimed = (await claimedOn(ctx.db, network)).filter((each) => !own.includes(each));
  const rail = requireRail(ctx.rails, network);
  const orders = parts.free.map(orderOf);
  const built = await rail.build(orders, claimed);
  if (built.kind !== 'signed') return notPossible('the rail does not build the others now');
  const decoded = await rail.inspect({ ...built, network });
  if (decoded === 'unreadable') return notPossible('what was signed cannot be read');
  const difference = verifyPayment(orders, built.txid, decoded, rail.terms(coin, network));
  if (difference !== undefined)
    return notPossible(`what was signed is not what was asked for: ${difference.kind}`);
  const missed = await firstNotShared(ctx.db, parts.free, signed.txid, decoded);
  if (missed !== undefined)
    return notPossible(`what was signed shares nothing with ${missed}: both could be confirmed`);
  // With a coin more it could end without the first one, and nothing would be handed out any more.
  if (!decoded.claims.every((each) => own.includes(each)))
    return notPossible('its coins are not enough at the price of now: try it when the network takes less');
  if (!(await isUnknown(ctx, payout, signed))) return notPossible(unsure);
  const next = { ...built, network, payees: orders.length, decoded };
  const isDone = await ctx.db
    .transaction((tx) => goOver(tx, ctx, { from: signed, parts, next, id, why }))
    .catch((error: unknown) => {
      if (error instanceof ClaimTaken) return false;
      throw error;
    });
  if (!isDone) return notPossible('something has changed meanwhile');
  const ids = (of: readonly Payout[]): readonly bigint[] => of.map((each) => each.id);
  return { kind: 'rebuilt', txid: built.txid, payouts: ids(parts.free), left: ids(parts.kept) };
}

/** The payouts of a transaction: those that may leave, and those that keep it here. */
interface Parts {
  readonly free: readonly Payout[];
  readonly kept: readonly Payout[];
}

/** Why nothing can be taken out is a text. */
async function readParts(db: Queryable, { txid, payees }: Signed, lock = sql``): Promise<Parts | string> {
  const together = await payoutsOf(db, txid, lock);
  const gone = await db.query<{ state: string }>(sql`
    SELECT state FROM payout_attempts AS attempt JOIN payouts ON payouts.id = payout_id
     WHERE attempt.txid = ${txid} AND payouts.txid <> attempt.txid`);
  if (together.length + gone.length < payees)
    return 'not all whom its transaction pays are payouts of this database';
  if (gone.some(({ state }) => state !== 'prepared'))
    return 'others of its payouts have left with another one: it ends with that, and what it pays is free then';
  const [row] = await db.query<{ hasLeft: boolean }>(sql`
    SELECT state <> 'signed' OR sends > 0 OR EXISTS (SELECT 1 FROM payout_journal AS line WHERE line.txid = transaction.txid) AS "hasLeft"
      FROM payout_transactions AS transaction WHERE txid = ${txid}`);
  if (
    row?.hasLeft !== false ||
    together.some(({ state, kind }) => state !== 'prepared' || kind === 'adopted')
  )
    return 'its transaction may have left';
  const free: Payout[] = [];
  const kept: Payout[] = [];
  for (const each of together) {
    const isKept = each.hold !== null || each.releaseAskedAt !== null || (await isRestricted(db, each));
    (isKept ? kept : free).push(each);
  }
  if (kept.length === 0 && gone.length === 0) return 'none of those whom its transaction pays is held';
  if (free.length === 0) return 'all whom its transaction pays are held';
  return { free, kept };
}

/** Whether two nodes in step say that they do not know a transaction, and no node says anything else. */
async function isUnknown(
  { rails }: Context,
  { network, confirmationsNeeded }: Payout,
  { txid, proof }: Signed,
): Promise<boolean> {
  const answers = await requireRail(rails, network)
    .lookUp(network, txid, proof)
    .catch(() => []);
  const { witnesses, unresolved } = judgeTransaction(answers, confirmationsNeeded);
  return (
    witnesses >= witnessesNeeded &&
    unresolved === undefined &&
    answers.every(({ status }) => status.kind === 'absent')
  );
}

/** Why nothing may be signed now. */
async function blockOf(ctx: Context, payout: Payout): Promise<string | undefined> {
  if ((await ctx.rollback.check(ctx.db, ctx.clock.now())) !== undefined) return 'the database was set back';
  if ((await ctx.outgoing.compare(ctx, payout)) !== undefined) return 'the wallet has not been compared';
  const suspended = ctx.payoutBlockReason() ?? (await suspensionOf(ctx.db, payout));
  return suspended === undefined ? undefined : 'payouts are suspended';
}

/** Any two transactions that were signed for a payout share a claim; this is the first that would not. */
async function firstNotShared(
  db: Queryable,
  payouts: readonly Payout[],
  txid: string,
  { claims }: Pick<DecodedPayment, 'claims'>,
): Promise<string | undefined> {
  const [missed] = await db.query<{ txid: string }>(sql`
    SELECT txid FROM payout_transactions AS before
     WHERE (txid = ${txid} OR txid IN (SELECT attempt.txid FROM payout_attempts AS attempt
                                        WHERE payout_id = ANY(${payouts.map(({ id }) => id)}::bigint[])))
       AND NOT EXISTS (SELECT 1 FROM payout_claims WHERE payout_claims.txid = before.txid AND claim = ANY(${claims}::text[]))
     ORDER BY txid LIMIT 1`);
  return missed?.txid;
}

/** Stores the other transaction and gives it to its payouts. False where the first one is not as it was any more. */
async function goOver(
  tx: Transaction,
  ctx: Context,
  asked: {
    readonly from: Signed;
    readonly parts: Parts;
    readonly next: Parameters<typeof storeTransaction>[1];
    readonly id: bigint;
    readonly why: string;
  },
): Promise<boolean> {
  const { from, parts, next, id, why } = asked;
  await lockMinersOf(tx, from.txid);
  const again = await readParts(tx, from, sql`FOR UPDATE OF payouts`);
  if (typeof again === 'string' || idsOf(again.free) !== idsOf(parts.free)) return false;
  if ((await ctx.rollback.check(tx, ctx.clock.now())) !== undefined) return false;
  const at = ctx.clock.now();
  const payouts = parts.free.map((each) => each.id);
  await tx.query(sql`
    INSERT INTO payout_attempts (payout_id, txid, replaced_at)
    SELECT payout_id, ${from.txid}::text, ${new Date(at)}::timestamptz FROM unnest(${payouts}::bigint[]) AS payout_id`);
  await storeTransaction(tx, next, { state: 'signed', at, mayHaveLeft: false, replaces: from.txid });
  await tx.query(sql`UPDATE payouts SET txid = ${next.txid}, note = NULL, awaited = NULL, verdict = NULL, verdict_at = NULL
                      WHERE id = ANY(${payouts}::bigint[])`);
  await logAction(tx, ctx, { action: 'rebuild', payout: id, why });
  return true;
}

function idsOf(payouts: readonly Payout[]): string {
  return payouts.map(({ id }) => id).join(' ');
}

function notPossible(why: string): RebuildOutcome {
  return { kind: 'not-possible', why };
}
