import sql from 'sql-template-tag';
import { crashPoint } from '../kernel/crash-point.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import { requireRail } from '../kernel/rails.ts';
import { storeLines, sweepLine } from '../payouts/check-journal.ts';
import { currentEpoch } from '../payouts/payout-epoch.ts';
import { countSend, moveTransaction, recordAnswer } from '../payouts/payout-transaction.ts';
import { sendEveryMs } from '../payouts/send-cancel.ts';
import { endUnsent } from './end-unsent.ts';
import { judgeSweep, objectionIn, type SweepContext, type SweepJudgement } from './judge-sweep.ts';
import {
  findSweep,
  moveSweep,
  noteSweep,
  type StoredTransaction,
  type Sweep,
  sweepBarrier,
  sweepBarrierIn,
} from './sweep.ts';

/** A signed sweep that is too much keeps coins from payouts; after this time, ms, it is given up. */
const heldMaxMs = 3_600_000;

/** Thrown within a transaction so that nothing of it stays. */
class TooMuch extends Error {}

/**
 * Hands the stored bytes of a sweep to its network, the first time or once more, at most every half minute. Before the first time the wallet is
 * asked once more what has left it and what it has: a sweep that is too much by now waits, and after an hour is given up. What is cancelled, or was
 * found, is not sent.
 */
export async function sendSweep(ctx: SweepContext, sweep: Sweep): Promise<void> {
  const { signed, network, state } = sweep;
  if (signed === null || sweep.cancel !== null || sweep.found) return;
  // A clock that was ahead may have dated the last send.
  if (Math.abs(ctx.clock.now() - (signed.lastSentAt?.getTime() ?? 0)) < sendEveryMs) return;
  // Who let it leave may have died before it was handed out.
  const isFirst = signed.sends === 0 && (state === 'signed' || state === 'sent');
  const barrier =
    (await sweepBarrier(ctx, sweep)) ?? (isFirst ? await ctx.outgoing.lookOnce(ctx, sweep) : undefined);
  if (barrier !== undefined) return noteSweep(ctx.db, sweep, barrier);
  const judged = isFirst ? await judgeSweep(ctx, sweep) : undefined;
  if (judged?.kind === 'not-known') return noteSweep(ctx.db, sweep, judged.why);
  if (judged?.kind === 'too-much') return hold(ctx, sweep, judged.why);
  try {
    if (!(await leave(ctx, sweep, signed, judged))) return;
  } catch (error) {
    if (error instanceof TooMuch) return hold(ctx, sweep, error.message);
    throw error;
  }
  crashPoint('sweep-sending');
  // In the table with the move before, and on this process's own disk before anything leaves it.
  if (!ctx.journal.has(sweepLine, signed.txid))
    await ctx.journal.append(lineOfSweep(sweep, signed, ctx.clock.now(), await currentEpoch(ctx.db)));
  crashPoint('sweep-journalled');
  await countSend(ctx.db, signed.txid, ctx.clock.now());
  crashPoint('sweep-before-send');
  // No answer does not mean that it was not sent: the chain is asked next.
  const answer = await requireRail(ctx.rails, network)
    .send(network, signed.bytes)
    .catch(() => undefined);
  crashPoint('sweep-sent');
  if (answer !== undefined) await recordAnswer(ctx.db, signed.txid, answer, ctx.clock.now());
}

async function hold(ctx: SweepContext, sweep: Sweep, why: string): Promise<void> {
  const isOld = ctx.clock.now() - sweep.stateAt.getTime() >= heldMaxMs;
  const ended = isOld && (await ctx.db.transaction((tx) => endUnsent(tx, ctx, sweep, why)));
  if (!ended) await noteSweep(ctx.db, sweep, why);
}

/** True where this process may hand it out. */
async function leave(
  ctx: SweepContext,
  sweep: Sweep,
  signed: StoredTransaction,
  judged: Extract<SweepJudgement, { kind: 'fits' }> | undefined,
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
    // What it has waited for is over.
    if (judged !== undefined) await tx.query(sql`UPDATE sweeps SET note = NULL WHERE id = ${sweep.id}`);
    await storeLines(tx, [lineOfSweep(sweep, signed, now, '')], 'sent');
    const why = judged && (await objectionIn(tx, ctx, own, judged));
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
