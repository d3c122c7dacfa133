import {
  isFinal,
  isInvalidated,
  type Judgement,
  judgeTransaction,
  unclearPaymentWords,
} from '@openlode/ledger/judge-transaction';
import sql from 'sql-template-tag';
import { crashPoint } from '../kernel/crash-point.ts';
import { requireRail } from '../kernel/rails.ts';
import { sendsMax } from '../payouts/broadcast-payout.ts';
import { isKnownToAny } from '../payouts/known-to-nodes.ts';
import { recordChainId } from '../payouts/payout-transaction.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { raiseAfterMs } from '../payouts/raise-price.ts';
import { sendCancel, sendEveryMs } from '../payouts/send-cancel.ts';
import { suspensionOf } from '../payouts/suspensions.ts';
import { unclearSweepWords } from './decide-sweep.ts';
import { endSweep, type SweepEnding } from './end-sweep.ts';
import type { SweepContext } from './judge-sweep.ts';
import { sendSweep } from './send-sweep.ts';
import { signAgainMs, signSweep } from './sign-sweep.ts';
import {
  forgetNote,
  noteSweep,
  selectSweeps,
  type StoredTransaction,
  suspensionWords,
  type Sweep,
} from './sweep.ts';
import { watchSweeps } from './watch-sweeps.ts';

/** How often sweeps are looked at, ms. */
const lookEveryMs = 15_000;

/** After this time, ms, one that was sent and is not final is named about once an hour. */
const lateAfterMs = 86_400_000;
const nameEveryMs = 3_600_000;

/**
 * Takes every sweep that is not over as far as it goes now, and looks again at those that were. Safe to run twice, in two processes, and to be cut
 * off anywhere: each step is one transaction that only one of them can win.
 */
export async function followSweeps(
  ctx: SweepContext,
  onError: (sweep: bigint, error: unknown) => void,
): Promise<void> {
  const open = await selectSweeps(ctx.db, sql`WHERE state IN ('planned', 'signed', 'sent') ORDER BY id`);
  for (const sweep of open) {
    try {
      const waiting = await follow(ctx, sweep);
      const isSent = sweep.state === 'sent' || waiting !== undefined;
      const words = isSent ? lateWords(sweep, ctx.clock.now(), waiting) : undefined;
      if (words !== undefined) onError(sweep.id, new Error(words));
    } catch (error) {
      onError(sweep.id, error);
    }
  }
  await watchSweeps(ctx, onError);
}

/** What is to be said of one that was sent and is not final in good time. */
function lateWords({ signed, stateAt }: Sweep, now: number, waiting: string | undefined): string | undefined {
  const { sends = 0, refusal = null } = signed ?? {};
  if (sends > 0 && sends % sendsMax === 0) {
    const refused = refusal === null ? '' : `; refused the last time: ${refusal}`;
    return `sent ${sends} times, and not final yet${refused} (treasury sweep-cancel ends it where its network lets another take its place)`;
  }
  const age = now - stateAt.getTime();
  if (waiting !== undefined && (age - raiseAfterMs) % nameEveryMs < lookEveryMs)
    return `waits for ${waiting}`;
  const isTime = age >= lateAfterMs && age % nameEveryMs < lookEveryMs;
  return isTime ? 'was sent a day ago or more, and is not final yet: see treasury sweeps' : undefined;
}

/** What one that was sent waits for, in words, where it is its price. */
async function follow(ctx: SweepContext, sweep: Sweep): Promise<string | undefined> {
  const { id, signed, cancel, state, stateAt } = sweep;
  if (signed === null) {
    if (Math.abs(ctx.clock.now() - stateAt.getTime()) >= signAgainMs) await signSweep(ctx, sweep);
    return undefined;
  }
  const own = await judge(ctx, sweep, signed);
  const other = cancel && (await judge(ctx, sweep, cancel));
  const outbid: Judged[] = [];
  for (const each of sweep.outbid) outbid.push(await judge(ctx, sweep, each));
  const ending = endingOf(own, other === null ? outbid : [other, ...outbid]);
  const said = ending && `${ending.verdict} ${ending.txid}`;
  const stood = ctx.verdicts.hasStood(`sweep ${id}`, said, ctx.clock.now());
  if (ending !== undefined) {
    if (!stood) return undefined;
    const ended = await ctx.db.transaction((tx) => endSweep(tx, ctx, sweep, { ...ending, why: own.why }));
    if (ended) crashPoint('sweep-ended');
    return undefined;
  }
  const { evidence } = own.judged;
  const unresolved = own.judged.unresolved?.replace(unclearPaymentWords, unclearSweepWords);
  const waiting = await waitsForPrice(ctx, sweep, other ?? own);
  if (unresolved !== undefined) await noteSweep(ctx.db, sweep, unresolved);
  else if (waiting !== undefined) await noteSweep(ctx.db, sweep, `it waits for ${waiting}`);
  // It is on its way, whatever stood in its way before; what was found is not sent from here.
  else if (state === 'sent' && (sweep.found || isOnItsWay(own) || isOnItsWay(other)))
    await forgetNote(ctx.db, sweep);
  if (cancel !== null) {
    if (other?.judged.evidence.kind === 'absent') await sendAgain(ctx, sweep, cancel);
  } else if (state === 'signed' || evidence.kind === 'absent') await sendSweep(ctx, sweep, own);
  return waiting;
}

/** After ten minutes, where every node says that its network asks for more by now: everything later of its account waits behind what is judged. */
async function waitsForPrice(
  { rails, clock }: PayoutContext,
  { state, stateAt, network, signed, cancel }: Sweep,
  { judged }: Judged,
): Promise<string | undefined> {
  const isOld = clock.now() - stateAt.getTime() >= raiseAfterMs;
  if (
    (state !== 'sent' && cancel === null) ||
    signed === null ||
    !isOld ||
    judged.evidence.kind !== 'waiting'
  )
    return undefined;
  const rail = requireRail(rails, network);
  const what = await rail.waitsFor?.({ ...(cancel ?? signed), network }).catch(() => undefined);
  if (what !== 'price') return undefined;
  return cancel === null
    ? 'a lower price of the network, and what was built later waits behind it: treasury sweep-cancel ends it by a dearer one'
    : 'a lower price of the network for what cancels it, and what was built later waits behind that: treasury sweep-cancel offers more';
}

function isOnItsWay(judged: Judged | null | undefined): boolean {
  return (
    judged !== null && judged !== undefined && ['waiting', 'confirmed'].includes(judged.judged.evidence.kind)
  );
}

interface Judged {
  readonly txid: string;
  readonly judged: Judgement;
  readonly needed: number;
  /** Whether any node has it. */
  readonly isKnown: boolean;
  /** Why it can never be confirmed, in the words of a node that says so: its block has undone it, or what it spends was spent by another. */
  readonly why: string;
}

async function judge(
  { rails, db }: PayoutContext,
  { coin, network }: Sweep,
  { txid, proof }: StoredTransaction,
): Promise<Judged> {
  const rail = requireRail(rails, network);
  const needed = rail.terms(coin, network).confirmationsNeeded;
  const answers = await rail.lookUp(network, txid, proof);
  const [why = ''] = answers.flatMap(({ status }) => (status.kind === 'invalidated' ? [status.why] : []));
  const judged = judgeTransaction(answers, needed);
  await recordChainId(db, txid, judged.as);
  return { txid, judged, needed, isKnown: isKnownToAny(answers), why };
}

/** What two nodes have proved of one of them, with what its network took; undefined where nothing follows yet. */
function endingOf(own: Judged, cancels: readonly Judged[]): SweepEnding | undefined {
  const endBy = (verdict: SweepEnding['verdict'], { txid, judged }: Judged): SweepEnding => ({
    verdict,
    txid,
    fee: judged.fee,
  });
  if (isFinal(own.judged, own.needed)) return endBy('final', own);
  const taken = cancels.find(({ judged, needed }) => isFinal(judged, needed));
  if (taken !== undefined) return endBy('cancelled', taken);
  return [own, ...cancels].every(({ judged }) => isInvalidated(judged))
    ? endBy('invalidated', own)
    : undefined;
}

async function sendAgain(ctx: PayoutContext, sweep: Sweep, cancel: StoredTransaction): Promise<void> {
  if (Math.abs(ctx.clock.now() - (cancel.lastSentAt?.getTime() ?? 0)) < sendEveryMs) return;
  const barrier = suspensionWords(ctx.payoutBlockReason() ?? (await suspensionOf(ctx.db, sweep)));
  if (barrier !== undefined) return noteSweep(ctx.db, sweep, barrier);
  await forgetNote(ctx.db, sweep);
  await sendCancel(ctx, { network: sweep.network, txid: cancel.txid, bytes: cancel.bytes });
}
