import { type Judgement, judgeTransaction, type TransactionAnswer } from '@openlode/ledger/judge-transaction';
import { attemptOnChain, type JudgedAttempt } from '@openlode/ledger/payout-attempts';
import { nextStep } from '@openlode/ledger/payout-state';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import type { Rail } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import { announcePayout, notifyProgress } from './announce-payout.ts';
import { bookSettled } from './book-settled.ts';
import { barrierOf, broadcastPayout, sendAgain, sendsBeforeReview, sendsMax } from './broadcast-payout.ts';
import { endingWords, missingElsewhere, unsentWords } from './end-prepared.ts';
import { askNodes, hasLeftByTwo, isKnownToTwo } from './known-to-nodes.ts';
import { markLeft } from './mark-left.ts';
import { movePayout } from './move-payout.ts';
import type { Payout, Signed } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { recordChainId, recordFee, takeUpTransaction } from './payout-transaction.ts';
import { attemptAwaited, judgeAttempts, takeAttempt } from './payout-attempts.ts';
import { judgePrice, raisePrice } from './raise-price.ts';
import { againWords } from './send-cancel.ts';
import { suspendPayouts } from './suspensions.ts';

/** What nodes said of transactions within one turn: one that pays many is asked for once in each of their states. */
export type AnswersInTurn = Map<string, readonly TransactionAnswer[]>;

/**
 * Asks the nodes about a payout whose bytes exist and takes the one step that follows. Answers whether anything changed. When the
 * chain cannot be asked it rejects, and nothing has changed but that the payout says so.
 */
export async function confirmPayout(
  ctx: PayoutContext,
  payout: Payout,
  inTurn: AnswersInTurn = new Map(),
): Promise<boolean> {
  const { state, signed, sends, confirmationsNeeded } = payout;
  if (signed === null) return false;
  if (state !== 'prepared' && state !== 'broadcasting' && state !== 'manual_review' && state !== 'seen')
    return false;
  const others = await judgeAttempts(ctx, payout);
  // What two nodes have proved of a transaction holds for each of its payouts.
  if (signed.isInvalidated) return endProven(ctx, payout, signed, others);
  const rail = requireRail(ctx.rails, payout.network);
  const question = `${signed.txid} ${state}`;
  const answers = inTurn.get(question) ?? (await lookUp(ctx, rail, payout, signed));
  inTurn.set(question, answers);
  const judged = judgeTransaction(answers, confirmationsNeeded);
  const onChain = attemptOnChain({ txid: signed.txid, judged }, others);
  if (onChain !== signed.txid) return takeAttempt(ctx, payout, onChain);
  const step = nextStep({ state, sends }, judged.evidence, { confirmationsNeeded, sendsMax });
  const verdict = verdictOf(step);
  const isUnsent = isUnsentAdoption(payout);
  const isEnding = state === 'prepared' && (payout.releaseAskedAt !== null || isUnsent);
  const words = isUnsent ? unsentWords(answers) : endingWords(answers);
  // Once its own network has invalidated it, other networks may be missing still (`isKnownElsewhere`).
  const ending = verdict === undefined ? words : payout.awaited;
  const isToLeave = isInNoBlock(step, judged) || state === 'prepared';
  const barrier = isToLeave ? await barrierOf(ctx.db, signed, payout.id) : undefined;
  const isCancelled = barrier?.kind === 'cancelled';
  const price = isInNoBlock(step, judged) && !isCancelled ? await judgePrice(ctx, payout, rail) : undefined;
  const known = isInNoBlock(step, judged) ? others.find((each) => isKnownToTwo(each.judged)) : undefined;
  const kept = barrier?.isOwn === true ? undefined : barrier?.words;
  const why = kept ?? price?.words ?? (known && otherWords(signed, known)) ?? againWords(rail, step, sends);
  const awaited = judged.unresolved ?? (isEnding ? ending : why);
  await recordJudgement(ctx, payout, judged, { verdict, awaited });
  // Of this transaction: what was heard of another one says nothing of it.
  const hasStood = ctx.verdicts.hasStood(payout.id, verdict && `${verdict} ${signed.txid}`, ctx.clock.now());
  if (price?.isDue === true && (await raisePrice(ctx, payout))) return true;
  if (step.kind === 'send-again') {
    await sendAgain(ctx, payout);
    return false;
  }
  // From there on its chain alone says what becomes of it.
  if (step.kind === 'wait' || (isCancelled && step.state === 'manual_review')) return false;
  if (step.state === 'manual_review' && (price !== undefined || known !== undefined))
    return sendOnWithoutReview(ctx, payout);
  if (verdict !== undefined && !hasStood) return false;
  nameLeftOut(payout, judged);
  switch (step.state) {
    case 'broadcasting':
      if (isUnsent || payout.hold !== null) return hasLeftByTwo(judged) && markLeft(ctx, payout, isCancelled);
      // What keeps it here does not matter any more.
      if (barrier !== undefined && hasLeftByTwo(judged)) return markLeft(ctx, payout, isCancelled);
      return (await broadcastPayout(ctx, payout)) === 'sent';
    case 'seen':
      return markSeen(ctx, payout, judged);
    case 'settled':
      return settle(ctx, payout, signed, judged);
    case 'invalidated':
      if (state === 'prepared' && (await isKnownElsewhere(ctx, payout, signed))) return false;
      return endInvalidated(ctx, payout, signed, answers, judged.fee);
    case 'manual_review':
      return askForReview(ctx, payout);
    case 'reserved':
    case 'prepared':
    case 'released':
      throw new Error(`no evidence leads to ${step.state}`);
  }
}

/**
 * Adopted, and as far as known never sent. The money may have been paid another way since, so only its chain moves it on. One that took
 * nothing from the pool leaves once an operator approves it.
 */
function isUnsentAdoption({ kind, state, hold, fromPool }: Payout): boolean {
  return kind === 'adopted' && state === 'prepared' && (hold !== null || fromPool > 0n);
}

function nameLeftOut({ id, network }: Payout, { leftOut }: Judgement): void {
  if (leftOut !== undefined)
    publishDomainEvent(undefined, { event: 'node-left-out', payout: id.toString(), network, why: leftOut });
}

type Verdict = NonNullable<Payout['verdict']>;

async function lookUp(ctx: PayoutContext, rail: Rail, payout: Payout, { txid, proof }: Signed) {
  try {
    return await rail.lookUp(payout.network, txid, proof);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const awaited = `the nodes of ${payout.network}, which cannot be asked: ${why}`.slice(0, 500);
    await ctx.db.query(sql`
      UPDATE payouts SET awaited = ${awaited}
       WHERE id = ${payout.id} AND state = ${payout.state} AND awaited IS DISTINCT FROM ${awaited}`);
    throw error;
  }
}

/** What money would move on. */
function verdictOf(step: ReturnType<typeof nextStep>): Verdict | undefined {
  if (step.kind !== 'become') return undefined;
  if (step.state === 'settled') return 'final';
  return step.state === 'invalidated' ? 'invalidated' : undefined;
}

/** Stores the verdict of the nodes and since when they agree, what is missing, and the confirmations, if any of them changed. */
async function recordJudgement(
  ctx: PayoutContext,
  payout: Payout,
  { evidence, as }: Judgement,
  { verdict, awaited }: { readonly verdict: Verdict | undefined; readonly awaited: string | null },
): Promise<void> {
  const confirmations =
    payout.state === 'seen' && evidence.kind === 'confirmed'
      ? Math.min(evidence.confirmations, payout.confirmationsNeeded)
      : payout.confirmations;
  const kept = verdict ?? null;
  const isRenamed = await recordChainId(ctx.db, payout.signed?.txid ?? '', as);
  if (isRenamed) await notifyProgress(ctx, payout.id);
  if (kept === payout.verdict && awaited === payout.awaited && confirmations === payout.confirmations) return;
  const since = kept === null ? null : payout.verdict === kept ? payout.verdictAt : new Date(ctx.clock.now());
  await ctx.db.query(sql`
    UPDATE payouts SET verdict = ${kept}, verdict_at = ${since}, awaited = ${awaited}, confirmations = ${confirmations}
     WHERE id = ${payout.id} AND state = ${payout.state} AND txid = ${payout.signed?.txid}`);
  if (confirmations !== payout.confirmations) await notifyProgress(ctx, payout.id);
}

/** Bytes that never left from here may have been signed for, or found on, another network of the coin. */
async function isKnownElsewhere(ctx: PayoutContext, payout: Payout, signed: Signed): Promise<boolean> {
  return isAwaited(ctx, payout, await missingElsewhere(ctx, payout, signed));
}

async function isAwaited(
  { db }: PayoutContext,
  payout: Payout,
  missing: string | undefined,
): Promise<boolean> {
  if (missing === undefined) return false;
  await db.query(sql`
    UPDATE payouts SET awaited = ${missing} WHERE id = ${payout.id} AND state = ${payout.state} AND txid = ${payout.signed?.txid}`);
  return true;
}

export async function markSeen(
  ctx: PayoutContext,
  payout: Payout,
  { evidence }: Judgement,
): Promise<boolean> {
  const confirmations =
    evidence.kind === 'confirmed' ? Math.min(evidence.confirmations, payout.confirmationsNeeded) : 0;
  const moved = await ctx.db.transaction((tx) =>
    movePayout(tx, payout, 'seen', ctx.clock.now(), sql`, confirmations = ${confirmations}, note = NULL`),
  );
  if (moved) {
    crashPoint('payout-seen');
    await notifyProgress(ctx, payout.id);
  }
  return moved;
}

export async function settle(
  ctx: PayoutContext,
  payout: Payout,
  signed: Signed,
  { fee }: Judgement,
  also?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  const now = ctx.clock.now();
  const settled = await ctx.db.transaction(async (tx) => {
    const more = sql`, awaited = NULL, ended_at = ${new Date(now)}`;
    if (!(await movePayout(tx, payout, 'settled', now, more))) return false;
    await recordFee(tx, signed.txid, fee);
    await also?.(tx);
    await announcePayout(tx, ctx, payout.id, { balanceChanged: false });
    crashPoint('payout-settling');
    await bookSettled(tx, payout, signed.txid, now);
    return true;
  });
  if (settled) crashPoint('payout-settled');
  return settled;
}

/** Not before everything that it was signed in before has ended too: one of those may have paid it. */
export async function endInvalidated(...asked: Parameters<typeof markInvalidated>): Promise<boolean> {
  const [ctx, payout] = asked;
  if (await isAwaited(ctx, payout, await attemptAwaited(ctx.db, payout))) return false;
  return markInvalidated(...asked);
}

async function markInvalidated(
  ctx: PayoutContext,
  payout: Payout,
  { txid }: Signed,
  answers: readonly TransactionAnswer[],
  fee: bigint,
  also?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  const words = answers.flatMap(({ node, height, status }) =>
    status.kind === 'invalidated' ? [`${status.why} (${node} at ${height})`] : [],
  );
  const invalidated =
    words.length === 0
      ? `invalidated with ${txid}, which pays others too`
      : `invalidated: ${words.join('; ')}`;
  // A payout that an operator holds, without having asked for its end, waits for a decision: otherwise its money would go back and
  // leave with the next run.
  const isHeld = sql`hold = 'operator' AND release_asked_at IS NULL`;
  const note = sql`CASE WHEN ${isHeld} THEN concat(note, '; ') ELSE '' END || ${invalidated}`;
  const more = sql`, hold = CASE WHEN ${isHeld} THEN hold END, note = left(${note}, 1000)`;
  const moved = await ctx.db.transaction(async (tx) => {
    if ((await attemptAwaited(tx, payout)) !== undefined) return false;
    if (!(await movePayout(tx, payout, 'invalidated', ctx.clock.now(), more))) return false;
    await recordFee(tx, txid, fee);
    await also?.(tx);
    return true;
  });
  if (moved) crashPoint('payout-invalidated');
  return moved;
}

/** Sent, and in no block as far as is known: a price may be what it waits for. */
function isInNoBlock(step: ReturnType<typeof nextStep>, { evidence }: Judgement): boolean {
  if (evidence.kind !== 'waiting' && evidence.kind !== 'absent') return false;
  return step.kind !== 'become' || step.state === 'manual_review';
}

function otherWords({ txid }: Signed, other: JudgedAttempt): string {
  return `a block: two nodes have ${other.txid} waiting, which was signed for it before, and not ${txid}`;
}

/**
 * Ends a payout whose transaction two nodes have proved invalid, as for each of its payouts. If two nodes know that transaction again, or another
 * one that was signed for the payout, the payout follows that one instead.
 */
async function endProven(
  ctx: PayoutContext,
  payout: Payout,
  signed: Signed,
  others: readonly JudgedAttempt[],
): Promise<boolean> {
  const judged = await askNodes(ctx.rails, { ...payout, ...signed });
  const paying = attemptOnChain({ txid: signed.txid, judged }, others);
  if (paying !== signed.txid) return takeAttempt(ctx, payout, paying);
  if (!isKnownToTwo(judged)) return endInvalidated(ctx, payout, signed, [], signed.fee);
  await ctx.db.transaction((tx) => takeUpTransaction(tx, signed.txid, ctx.clock.now()));
  return true;
}

async function sendOnWithoutReview(ctx: PayoutContext, payout: Payout): Promise<false> {
  await ctx.db.query(sql`
    UPDATE payout_transactions SET sends = ${sendsMax - sendsBeforeReview}
     WHERE txid = ${payout.signed?.txid} AND sends >= ${sendsMax}`);
  await sendAgain(ctx, payout);
  return false;
}

async function askForReview(ctx: PayoutContext, payout: Payout): Promise<boolean> {
  const now = ctx.clock.now();
  const refused = payout.refusal === null ? '' : `; refused the last time: ${payout.refusal}`;
  const note = `sent ${payout.sends} times and never seen on the chain${refused}`;
  return ctx.db.transaction(async (tx) => {
    if (!(await movePayout(tx, payout, 'manual_review', now, sql`, note = ${note}`))) return false;
    const detail = `payout ${payout.id}: ${note}`;
    await suspendPayouts(tx, { network: payout.network, reason: 'never-seen', detail }, now);
    return true;
  });
}
