import sql from 'sql-template-tag';
import { Unanswered } from '../../runtime/call-limit.ts';
import type { Transaction } from '../../runtime/database/database.ts';
import { errorText } from '../../runtime/error-text.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { EarlierFirst } from '../kernel/earlier-first.ts';
import type { BuildOutcome, DecodedPayment, SignedTransaction } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import { sweepLine } from '../payouts/check-journal.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { ClaimTaken, claimedOn, storeTransaction } from '../payouts/payout-transaction.ts';
import { isKeptForOther, keepsForSweep } from '../payouts/reserve-coins.ts';
import { signings } from '../payouts/signings.ts';
import { suspendPayouts } from '../payouts/suspensions.ts';
import { verifyPayment } from '../payouts/verify-payment.ts';
import { judgeSweep, sweepObjection, type SweepContext, type SweepJudgement } from './judge-sweep.ts';
import {
  moveSweep,
  noteSweep,
  orderOfSweep,
  findSweep,
  type Sweep,
  sweepBarrier,
  sweepBarrierIn,
} from './sweep.ts';
import { SweepTurn } from './sweep-turn.ts';
import { lockOutward } from './treasury-movements.ts';

export type SignOutcome =
  /** Its bytes are stored, and leave within a minute. */
  | { readonly kind: 'stored'; readonly txid: string }
  /** It is kept, and tried again by itself: whether it was signed is not known. */
  | { readonly kind: 'waits'; readonly why: string }
  /** It is given up; nothing of it was stored, and nothing left. */
  | { readonly kind: 'given-up'; readonly why: string };

/** The process that planned it signs it at once; after this time, ms, that died on the way, or its signer did not answer. */
export const signAgainMs = 60_000;

type Fits = Extract<SweepJudgement, { kind: 'fits' }>;

/** Bytes that do exactly what the sweep says. */
type Checked = SignedTransaction & { readonly decoded: DecodedPayment };

/**
 * Has a planned sweep signed, reads what was signed with a decoder of its own, and stores it with its claims. The signer signs for its id a
 * second time only what excludes the first.
 *
 * The database may have lost what a journal has of it. Then the bytes of the journal are stored in place of new ones, unless an operator has
 * disregarded them. They may have left: so they are compared with no wallet, never given up, not sent from here, and followed like what is adopted.
 *
 * On an ordered network (`Rail.isOrdered`) it is given up only where the signer says that it has signed nothing for it. What was signed is stored
 * even where the wallet is silent: its number is used by it or by what cancels it. It is judged before it is sent.
 */
export async function signSweep(ctx: SweepContext, sweep: Sweep): Promise<SignOutcome> {
  const barrier = await sweepBarrier(ctx, sweep);
  if (barrier !== undefined) return wait(ctx, sweep, barrier);
  if (!requireRail(ctx.rails, sweep.network).isOrdered) return sign(ctx, sweep, undefined);
  const turn = await SweepTurn.take(ctx, sweep, { isTry: true });
  if (turn === undefined) return wait(ctx, sweep, takenWords);
  const outcome = await sign(ctx, sweep, turn);
  await turn.end();
  return outcome;
}

const takenWords = 'another process is signing it';

/** @param turn on an ordered network */
async function sign(ctx: SweepContext, sweep: Sweep, turn: SweepTurn | undefined): Promise<SignOutcome> {
  const known = await journalled(ctx, sweep);
  const before = known ?? (turn && (await signedBefore(ctx, sweep)));
  if (typeof before === 'string') return wait(ctx, sweep, before);
  const refuse = (why: string) =>
    known === undefined ? refuseSweep(ctx, sweep, why, turn) : wait(ctx, sweep, why);
  const judged = before === undefined ? await judgeSweep(ctx, sweep) : undefined;
  if (judged?.kind === 'not-known') return wait(ctx, sweep, judged.why);
  if (judged?.kind === 'too-much') return refuse(judged.why);
  let checked: Checked | string;
  try {
    // What keeps a number was judged by its rail before it was signed.
    const atAnyFee = before !== undefined || turn !== undefined;
    checked = await check(ctx, sweep, before ?? (await build(ctx, sweep)), atAnyFee);
  } catch (error) {
    const isForLater = error instanceof Unanswered || error instanceof EarlierFirst;
    return isForLater ? wait(ctx, sweep, errorText(error)) : refuse(errorText(error));
  }
  if (typeof checked === 'string') return refuse(checked);
  crashPoint('sweep-signed');
  const signed = checked;
  // What has a number is stored, and judged once more before it is sent.
  const storing = { mayHaveLeft: known !== undefined, judged: turn === undefined ? judged : undefined };
  const refused = await ctx.db
    .transaction((tx) => store(tx, ctx, sweep, signed, storing))
    .catch((error: unknown) => {
      if (error instanceof ClaimTaken || error instanceof NotStored) return error.message;
      throw error;
    });
  if (refused !== undefined) return refuse(refused);
  crashPoint('sweep-stored');
  return { kind: 'stored', txid: signed.txid };
}

/** What the signer has signed for it on an ordered network; words where it does not say. */
async function signedBefore(
  ctx: PayoutContext,
  sweep: Sweep,
): Promise<SignedTransaction | string | undefined> {
  const rail = requireRail(ctx.rails, sweep.network);
  try {
    return await rail.signedSweep?.(orderOfSweep(sweep));
  } catch (error) {
    return errorText(error);
  }
}

/** It cannot be signed or stored. What the signer may have signed under a number is not given up: it is asked first. */
async function refuseSweep(
  ctx: PayoutContext,
  sweep: Sweep,
  why: string,
  turn: SweepTurn | undefined,
): Promise<SignOutcome> {
  if (turn === undefined) return giveUp(ctx, sweep, why);
  if (!(await turn.keep())) return wait(ctx, sweep, takenWords);
  const isForgotten = await forgetSweep(ctx, sweep).catch((error: unknown) => `${why}; ${errorText(error)}`);
  if (isForgotten === true) return giveUp(ctx, sweep, why);
  return wait(ctx, sweep, isForgotten || why);
}

/** Frees the number of a sweep of an ordered network in its turn. False where the signer has signed something for it. Rejects where it does not say. */
export async function forgetSweep(ctx: PayoutContext, sweep: Sweep): Promise<boolean> {
  const rail = requireRail(ctx.rails, sweep.network);
  const isForgotten = await rail.forgetSweep?.(orderOfSweep(sweep));
  if (isForgotten === undefined) throw new Error('its rail does not say what was signed for it');
  return isForgotten;
}

async function build(ctx: PayoutContext, sweep: Sweep): Promise<SignedTransaction | string> {
  const rail = requireRail(ctx.rails, sweep.network);
  const built: BuildOutcome | undefined = await rail.sweep?.(
    orderOfSweep(sweep),
    await claimedOn(ctx.db, sweep.network),
  );
  switch (built?.kind) {
    case 'signed':
      return built;
    case 'refused':
      return built.payments[0]?.why ?? 'its rail refuses it';
    case 'bound':
      return 'it was signed before, and what it would spend is spent by another transaction';
    case undefined:
      return 'its rail does not sweep any more';
  }
}

/** What a journal of this ledger has under its id, and no operator has disregarded. */
async function journalled(
  { db, journal }: PayoutContext,
  { orderId }: Sweep,
): Promise<SignedTransaction | undefined> {
  const own = journal.linesOf(sweepLine).filter((line) => line.orderId === orderId && line.ledger !== '');
  const known = await db.query<SignedTransaction>(sql`
    SELECT txid, bytes, proof FROM payout_journal WHERE payout = ${sweepLine} AND order_id = ${orderId} AND origin <> 'unknown'
     ORDER BY position`);
  const lines = [...own, ...known];
  const disregarded = await db.query<{ txid: string }>(sql`
    SELECT subject AS txid FROM operator_decisions
     WHERE kind = 'disregard-transaction' AND subject = ANY(${lines.map(({ txid }) => txid)}::text[])`);
  const line = lines.find((each) => disregarded.every(({ txid }) => txid !== each.txid));
  return line && { bytes: line.bytes, txid: line.txid, proof: line.proof };
}

/** Words where it does anything else. */
async function check(
  ctx: PayoutContext,
  sweep: Sweep,
  signed: SignedTransaction | string,
  atAnyFee: boolean,
): Promise<Checked | string> {
  if (typeof signed === 'string') return signed;
  const { coin, network, feeMax } = sweep;
  const rail = requireRail(ctx.rails, network);
  const decoded = await rail.inspect({ ...signed, network });
  if (decoded === 'unreadable') return 'what was signed cannot be read';
  const difference = verifyPayment([orderOfSweep(sweep)], signed.txid, decoded, rail.terms(coin, network));
  if (difference?.kind === 'altered') {
    const detail = `sweep ${sweep.id}: what was signed has another ${difference.what}`;
    await suspendPayouts(ctx.db, { network, reason: 'altered-transaction', detail }, ctx.clock.now());
    return detail;
  }
  // What may have left is not judged by what it costs.
  const isDear = difference !== undefined || decoded.fee.amount > feeMax;
  if (isDear && !atAnyFee) return 'the network asks for a fee over the cap';
  return { ...signed, decoded };
}

/** Thrown within a transaction so that nothing of it stays. */
class NotStored extends Error {}

/** Why nothing leaves now, where that is so: what the look at it has written stays. Throws `NotStored` or `ClaimTaken` where it is not stored for another reason. */
async function store(
  tx: Transaction,
  ctx: PayoutContext,
  { id, coin, network }: Sweep,
  { decoded, ...signed }: Checked,
  // `mayHaveLeft`: a journal has them, and they are stored whatever they claim. `judged`: what they are held against once more.
  { mayHaveLeft, judged }: { readonly mayHaveLeft: boolean; readonly judged: Fits | undefined },
): Promise<string | undefined> {
  if (mayHaveLeft) {
    const moved = await lockOutward(tx, { reference: signed.txid, asset: coin, network });
    if (moved !== undefined) throw new NotStored(bookedWords(moved));
  }
  const barrier = await sweepBarrierIn(tx, ctx, { coin, network });
  if (barrier !== undefined) return barrier;
  const own = await findSweep(tx, id, { locked: true });
  if (own?.state !== 'planned') throw new NotStored('another process has gone on with it');
  if (!mayHaveLeft && (await isKeptForOther(tx, own, decoded.claims)))
    throw new NotStored('a payout has been given one of its coins meanwhile');
  await takeOver(tx, own.id, signed.txid, mayHaveLeft);
  const at = ctx.clock.now();
  const state = mayHaveLeft ? 'sent' : 'signed';
  await storeTransaction(tx, { ...signed, network, payees: 1, decoded }, { state, at, mayHaveLeft });
  if (
    !(await moveSweep(tx, own, state, at, sql`, txid = ${signed.txid}, found = ${mayHaveLeft}, note = NULL`))
  )
    throw new Error(`sweep ${id} was locked and has changed`);
  const why = judged && (await sweepObjection(tx, ctx, { ...own, signed }, judged));
  if (why !== undefined) throw new NotStored(why);
  return undefined;
}

/** Out of the same coins a signer makes the same bytes: one that was ended before it was sent leaves them to this one. No other does, and no payout. */
async function takeOver(tx: Transaction, id: bigint, txid: string, mayHaveLeft: boolean): Promise<void> {
  await tx.query(sql`
    UPDATE sweeps SET txid = NULL
     WHERE txid = ${txid} AND id <> ${id} AND state = 'returned' AND bookings = 0 AND cancel_txid IS NULL`);
  const [other] = await tx.query<{ id: bigint }>(
    sql`SELECT id FROM sweeps WHERE txid = ${txid} AND id <> ${id}`,
  );
  if (other !== undefined) throw new NotStored(`sweep ${other.id} has this transaction`);
  const [payout] = await tx.query<{ id: bigint }>(
    sql`SELECT id FROM ${signings} WHERE lower(txid) = lower(${txid}) AND id > 0 LIMIT 1`,
  );
  if (payout !== undefined) throw new NotStored(`payout ${payout.id} has this transaction`);
  if (mayHaveLeft) return;
  const stored = await tx.query(
    sql`SELECT 1 FROM payout_transactions WHERE txid = ${txid} AND state <> 'invalidated'`,
  );
  if (stored.length > 0) throw new NotStored(`${txid} is stored already`);
}

async function wait(ctx: PayoutContext, sweep: Sweep, why: string): Promise<SignOutcome> {
  await noteSweep(ctx.db, sweep, why);
  return { kind: 'waits', why };
}

function bookedWords(kind: string): string {
  return `what a journal has of it is booked as a ${kind} already: end it (treasury sweep-cancel)`;
}

/** Nothing of it was stored here: what a signer may have signed for it stays with the signer. What keeps a number all the same goes on. */
async function giveUp(ctx: PayoutContext, sweep: Sweep, why: string): Promise<SignOutcome> {
  const note = why.slice(0, 500);
  return ctx.db.transaction(async (tx): Promise<SignOutcome> => {
    const own = await findSweep(tx, sweep.id, { locked: true });
    // Another process was asked at the same moment.
    if (own?.signed) return { kind: 'stored', txid: own.signed.txid };
    if (own !== undefined && (await keepsForSweep(tx, own))) {
      await noteSweep(tx, own, note);
      return { kind: 'waits', why };
    }
    if (own?.state === 'planned')
      await moveSweep(tx, own, 'returned', ctx.clock.now(), sql`, note = ${note}`);
    return { kind: 'given-up', why };
  });
}
