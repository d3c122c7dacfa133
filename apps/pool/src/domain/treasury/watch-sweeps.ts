import { judgeTransaction, witnessesNeeded } from '@openlode/ledger/judge-transaction';
import { sweepUndoneEntry } from '@openlode/ledger/treasury-entries';
import sql from 'sql-template-tag';
import { crashPoint } from '../kernel/crash-point.ts';
import { requireRail } from '../kernel/rails.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { hasLeftByTwo } from '../payouts/known-to-nodes.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { moveTransaction, recordChainId, takeUpTransaction } from '../payouts/payout-transaction.ts';
import { suspendPayouts } from '../payouts/suspensions.ts';
import { watchEveryMs, watchMs } from '../payouts/watch-settled.ts';
import type { SweepContext } from './judge-sweep.ts';
import { undoTransit } from './places/transits.ts';
import { sendSweep } from './send-sweep.ts';
import { findSweep, moneyOfSweep, moveSweep, noteSweep, selectSweeps, type Sweep } from './sweep.ts';

/**
 * Looks again at what has ended within the last week. Where two nodes do not have a final one any more, its network is suspended, and what it spent
 * is no proof of anything until it is back; where it can never be confirmed it is taken back in the ledger. One that was given up, and that two
 * nodes know all the same, goes on.
 */
export async function watchSweeps(
  ctx: SweepContext,
  onError: (sweep: bigint, error: unknown) => void,
): Promise<void> {
  const now = ctx.clock.now();
  const due = await selectSweeps(
    ctx.db,
    sql`WHERE txid IS NOT NULL AND (gone_at IS NOT NULL OR state IN ('final', 'returned') AND state_at >= ${new Date(now - watchMs)}
              AND (watched_at IS NULL OR watched_at < ${new Date(now - watchEveryMs)} OR note = ${suspectNote})) ORDER BY id`,
  );
  for (const sweep of due) {
    try {
      await watch(ctx, sweep);
    } catch (error) {
      onError(sweep.id, error);
    }
  }
}

/** Looked at again at once: two nodes have to say it for half a minute. */
const suspectNote = 'two nodes say otherwise: it is looked at again';

type Finding = 'there' | 'gone' | 'invalidated';

async function watch(ctx: SweepContext, sweep: Sweep): Promise<void> {
  const { id, coin, network, signed, state } = sweep;
  if (signed === null) return;
  const rail = requireRail(ctx.rails, network);
  const needed = rail.terms(coin, network).confirmationsNeeded;
  const judged = judgeTransaction(await rail.lookUp(network, signed.txid, signed.proof), needed);
  const { evidence, unresolved, unclear, witnesses } = judged;
  await recordChainId(ctx.db, signed.txid, judged.as);
  const isAgreed = unresolved === undefined && witnesses >= witnessesNeeded;
  await ctx.db.query(sql`UPDATE sweeps SET watched_at = ${new Date(ctx.clock.now())} WHERE id = ${id}`);
  // What no node can tell an operator has said.
  const isDecided = unclear !== undefined && (await wasDecided(ctx, sweep));
  if (state === 'returned') return hasLeftByTwo(judged) && !isDecided ? takeUp(ctx, sweep) : undefined;
  const isThere =
    (isAgreed && evidence.kind === 'confirmed' && evidence.confirmations >= needed) ||
    (isDecided && unclear.confirmations >= needed);
  const found: Finding | undefined = isThere
    ? 'there'
    : !isAgreed
      ? undefined
      : evidence.kind === 'invalidated'
        ? 'invalidated'
        : evidence.kind === 'confirmed'
          ? undefined
          : 'gone';
  const stood = ctx.verdicts.hasStood(`final sweep ${id}`, found, ctx.clock.now());
  if (sweep.goneAt === null) {
    if (found === 'there' || found === undefined) return clearNote(ctx, sweep);
    if (!stood) return noteSweep(ctx.db, sweep, suspectNote);
    return openReview(ctx, sweep);
  }
  if (found === 'there' && stood) return closeReview(ctx, sweep);
  if (found === 'invalidated' && stood) return takeBack(ctx, sweep);
  if (found === 'gone') await sendSweep(ctx, sweep, { isKnown: false });
}

/** Whether an operator has said of it, as it ended, what it did. */
async function wasDecided({ db }: PayoutContext, { id, state }: Sweep): Promise<boolean> {
  const kind = state === 'final' ? 'sweep-left' : 'sweep-stayed';
  const rows = await db.query(
    sql`SELECT 1 FROM operator_decisions WHERE kind = ${kind} AND subject = ${id.toString()} LIMIT 1`,
  );
  return rows.length > 0;
}

async function clearNote(ctx: PayoutContext, { id, note }: Sweep): Promise<void> {
  if (note === suspectNote) await ctx.db.query(sql`UPDATE sweeps SET note = NULL WHERE id = ${id}`);
}

async function openReview(ctx: PayoutContext, { id, network, signed }: Sweep): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const note = 'its chain has lost it: it is sent again once the network is not suspended';
    const opened = await tx.query(sql`
      UPDATE sweeps SET gone_at = ${new Date(now)}, note = ${note} WHERE id = ${id} AND state = 'final' AND gone_at IS NULL RETURNING 1`);
    if (opened.length === 0) return;
    const detail = `sweep ${id} was final, and two nodes do not have ${signed?.txid} any more`;
    await suspendPayouts(tx, { network, reason: 'reorganised', detail }, now);
  });
}

async function closeReview(ctx: PayoutContext, { id }: Sweep): Promise<void> {
  await ctx.db.query(sql`UPDATE sweeps SET gone_at = NULL, note = NULL WHERE id = ${id} AND state = 'final'`);
}

/** It lies at no cold address and no exchange, and never will. */
async function takeBack(ctx: PayoutContext, sweep: Sweep): Promise<void> {
  const at = ctx.clock.now();
  const taken = await ctx.db.transaction(async (tx) => {
    const own = await findSweep(tx, sweep.id, { locked: true });
    if (own?.state !== 'final' || own.goneAt === null || own.signed === null) return false;
    const note = 'it was final, and its chain has given it up for good';
    await moveSweep(tx, own, 'returned', at, sql`, gone_at = NULL, note = ${note}`);
    await moveTransaction(tx, own.signed.txid, 'invalidated', at);
    await undoTransit(tx, own.id, at);
    const booked = moneyOfSweep({ ...own, bookings: own.bookings - 1 });
    await bookEntries(tx, [sweepUndoneEntry(booked, at)]);
    return true;
  });
  if (taken) crashPoint('sweep-taken-back');
}

/** Given up, and on its way all the same: it ends once more, by the word of its nodes. */
async function takeUp(ctx: PayoutContext, sweep: Sweep): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const own = await findSweep(tx, sweep.id, { locked: true });
    if (own?.state !== 'returned' || own.signed === null) return;
    await moveSweep(tx, own, 'sent', at, sql`, found = true, note = NULL`);
    await takeUpTransaction(tx, own.signed.txid, at);
  });
}
