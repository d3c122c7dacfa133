import sql from 'sql-template-tag';
import { crashPoint } from '../kernel/crash-point.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import { requireRail } from '../kernel/rails.ts';
import { isJournalled, storeLines, sweepLine } from '../payouts/check-journal.ts';
import { currentEpoch } from '../payouts/payout-epoch.ts';
import { countAsHandedOut, countSend, moveTransaction, recordAnswer } from '../payouts/payout-transaction.ts';
import { handedOutWords, sendEveryMs } from '../payouts/send-cancel.ts';
import { cancelSigned } from './cancel-sweep.ts';
import { endUnsent } from './end-unsent.ts';
import { askForSweep, sweepObjection, type SweepContext, type SweepJudgement } from './judge-sweep.ts';
import {
  findSweep,
  moveSweep,
  noteSweep,
  type StoredTransaction,
  type Sweep,
  sweepBarrier,
  sweepBarrierIn,
} from './sweep.ts';

/** A signed sweep that is too much keeps coins from payouts; from this time on after it was signed, ms, it is given up. */
const heldMaxMs = 300_000;

/** Thrown within a transaction so that nothing of it stays. */
class TooMuch extends Error {}

/**
 * Hands the stored bytes of a sweep to its network, the first time or once more, at most every half minute. Before the first time the wallet is
 * asked once more what has left it and what it has: a sweep that is too much by now waits, and is given up from five minutes after it was signed.
 * What is cancelled, or was found, is not sent.
 *
 * @param isKnown whether a node has it already: then it is never given up
 */
export async function sendSweep(
  ctx: SweepContext,
  sweep: Sweep,
  { isKnown }: { readonly isKnown: boolean },
): Promise<void> {
  const { signed, network, state } = sweep;
  if (signed === null || sweep.cancel !== null || sweep.found) return;
  // A clock that was ahead may have dated the last send.
  if (Math.abs(ctx.clock.now() - (signed.lastSentAt?.getTime() ?? 0)) < sendEveryMs) return;
  // Who let it leave may have died before it was handed out.
  const isFirst = signed.sends === 0 && (state === 'signed' || state === 'sent');
  const barrier =
    (await sweepBarrier(ctx, sweep)) ?? (isFirst ? await ctx.outgoing.lookOnce(ctx, sweep) : undefined);
  if (barrier !== undefined) return noteSweep(ctx.db, sweep, barrier);
  const asked = isFirst ? await askForSweep(ctx, sweep) : undefined;
  if (asked?.kind === 'not-known') return noteSweep(ctx.db, sweep, asked.why);
  if (asked?.kind === 'too-much') return hold(ctx, sweep, asked.why, isKnown);
  try {
    if (!(await leave(ctx, sweep, signed, asked))) return;
  } catch (error) {
    if (error instanceof TooMuch) return hold(ctx, sweep, error.message, isKnown);
    throw error;
  }
  crashPoint('sweep-sending');
  // In the table with the move before, and on this process's own disk before anything leaves it.
  if (!ctx.journal.has(sweepLine, signed.txid))
    await ctx.journal.append(lineOfSweep(sweep, signed, ctx.clock.now(), await currentEpoch(ctx.db)));
  crashPoint('sweep-journalled');
  const rail = requireRail(ctx.rails, network);
  if (!(await countSend(ctx.db, rail, signed.txid, ctx.clock.now())))
    return noteSweep(ctx.db, { ...sweep, state: 'sent' }, handedOutWords);
  crashPoint('sweep-before-send');
  // No answer does not mean that it was not sent: the chain is asked next.
  const answer = await rail.send(network, signed.bytes).catch(() => undefined);
  crashPoint('sweep-sent');
  if (answer !== undefined) await recordAnswer(ctx.db, signed.txid, answer, ctx.clock.now());
}

/** It is too much, and not handed out from here. On an ordered network its number is used by what cancels it. */
async function hold(ctx: SweepContext, sweep: Sweep, why: string, isKnown: boolean): Promise<void> {
  const isOld = ctx.clock.now() - sweep.stateAt.getTime() >= heldMaxMs;
  const { isOrdered } = requireRail(ctx.rails, sweep.network);
  if (isOld && !isKnown && isOrdered) {
    const reason = `it is too much by now: ${why}`.slice(0, 300);
    const ended = await cancelSigned({ ...ctx, actor: 'openlode' }, sweep, reason);
    if (ended.kind === 'cancelling') return;
    return noteSweep(ctx.db, sweep, `${why}: it is held, and cannot be cancelled now: ${ended.why}`);
  }
  const ended = isOld && !isKnown && (await ctx.db.transaction((tx) => endUnsent(tx, ctx, sweep, why)));
  if (!ended) await noteSweep(ctx.db, sweep, `${why}: ${heldWords(sweep, { isOld, isKnown, isOrdered })}`);
}

/** What happens next. One that is old, and that no node has, would have been given up but for a journal that has its bytes. */
function heldWords(
  { state }: Sweep,
  {
    isOld,
    isKnown,
    isOrdered,
  }: { readonly isOld: boolean; readonly isKnown: boolean; readonly isOrdered: boolean },
): string {
  if (isKnown) return 'a node has it all the same, and its chain decides';
  if (isOrdered) return 'it is held, and cancelled from five minutes after it was signed, which costs a fee';
  if (state === 'sent' || isOld)
    return 'it has not left, and waits until it fits, or treasury sweep-cancel ends it';
  return 'it is held, and given up from five minutes after it was signed';
}

/** True where this process may hand it out. */
async function leave(
  ctx: SweepContext,
  sweep: Sweep,
  signed: StoredTransaction,
  asked: Extract<SweepJudgement, { kind: 'fits' }> | undefined,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    if ((await sweepBarrierIn(tx, ctx, sweep)) !== undefined) return false;
    const own = await findSweep(tx, sweep.id, { locked: true });
    if (own?.state !== sweep.state || own.cancel !== null) return false;
    const now = ctx.clock.now();
    if (own.state === 'signed') {
      await moveSweep(tx, own, 'sent', now);
      await moveTransaction(tx, signed.txid, 'sent', now);
    }
    // What it has waited for is over; why a final one is sent again is not.
    if (own.state !== 'final') await tx.query(sql`UPDATE sweeps SET note = NULL WHERE id = ${sweep.id}`);
    const { resend } = requireRail(ctx.rails, sweep.network);
    if (
      resend === 'never' &&
      (await isJournalled({ db: tx, journal: ctx.journal }, [sweepLine], signed.txid))
    )
      await countAsHandedOut(tx, signed.txid, now);
    await storeLines(tx, [lineOfSweep(sweep, signed, now, '')], 'sent');
    const why = asked && (await sweepObjection(tx, ctx, own, asked));
    if (why !== undefined) throw new TooMuch(why);
    return true;
  });
}

/** What the journals keep of it: the line of a payment that is no payout. */
function lineOfSweep(
  { orderId, network, coin, address, amount }: Sweep,
  { txid, bytes, proof }: StoredTransaction,
  at: number,
  epoch: string,
): JournalLine {
  return {
    payout: sweepLine,
    orderId,
    txid,
    network,
    coin,
    address,
    memo: '',
    amount,
    bytes,
    proof,
    at,
    epoch,
  };
}
