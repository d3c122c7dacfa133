import { type Judgement, judgeTransaction } from '@openlode/ledger/judge-transaction';
import type { Transaction } from '../../runtime/database/database.ts';
import { requireRail } from '../kernel/rails.ts';
import { endInvalidated, markSeen, settle } from './confirm-payout.ts';
import { findPayout, type Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { orWords } from './signed-for.ts';
import { logAction } from './suspensions.ts';

export type UnclearOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'no-payout' }
  /** Nothing was changed. `why`: for the operator. */
  | { readonly kind: 'not-possible'; readonly why: string };

/**
 * An operator's word on what a payment did that its chain has executed without saying that it paid, as a token that does not report its
 * transfer. Only where two nodes have it as deep as a payment has to be, and cannot tell themselves. `paid`: it is settled. Otherwise it is
 * over, and its money goes back; nothing of it can ever be executed again.
 */
export async function decideUnclear(
  ctx: PayoutContext & { readonly actor: string },
  { id, paid, why }: { readonly id: bigint; readonly paid: boolean; readonly why: string },
): Promise<UnclearOutcome> {
  const payout = await findPayout(ctx.db, id);
  if (payout === undefined) return { kind: 'no-payout' };
  const judged = await judgeUnclear(ctx, payout);
  if (typeof judged === 'string') return { kind: 'not-possible', why: judged };
  const verdictKey = `${payout.signed?.txid} ${judged.fee}`;
  if (!paid && !ctx.verdicts.hasStood(`unpaid ${id}`, verdictKey, ctx.clock.now()))
    return {
      kind: 'not-possible',
      why: 'its nodes have to say the same after half a minute: ask again then',
    };
  const word = (tx: Transaction) => logAction(tx, ctx, { action: paid ? 'paid' : 'unpaid', payout: id, why });
  const isDone = paid ? await settleBy(ctx, payout, judged, word) : await endBy(ctx, payout, judged, word);
  if (!isDone) return { kind: 'not-possible', why: 'something has changed meanwhile' };
  return { kind: 'done' };
}

/** With the fee that both nodes name; why there is nothing to decide is a text. */
async function judgeUnclear(
  { rails }: Pick<PayoutContext, 'rails'>,
  { signed, state, network, confirmationsNeeded }: Payout,
): Promise<Judgement | string> {
  const isOpen = state === 'broadcasting' || state === 'manual_review' || state === 'seen';
  if (signed === null || !isOpen) return `it is ${state}`;
  const answers = await orWords(requireRail(rails, network).lookUp(network, signed.txid, signed.proof));
  if ('why' in answers) return answers.why;
  if (answers.some(({ status }) => status.kind === 'confirmed')) return 'a node says that it has paid';
  const judged = judgeTransaction(answers, confirmationsNeeded);
  const { unclear } = judged;
  if (unclear === undefined) return 'its nodes can tell what becomes of it, or do not agree: they decide';
  if (unclear.confirmations < confirmationsNeeded)
    return `it stands under ${unclear.confirmations} blocks, and ${confirmationsNeeded} are needed`;
  return { ...judged, fee: unclear.fee };
}

type Word = (tx: Transaction) => Promise<void>;

async function settleBy(ctx: PayoutContext, payout: Payout, judged: Judgement, word: Word): Promise<boolean> {
  if (payout.state !== 'seen' && !(await markSeen(ctx, payout, judged))) return false;
  const seen = await findPayout(ctx.db, payout.id);
  if (seen === undefined || seen.signed === null || seen.state !== 'seen') return false;
  return seen.signed.txid === payout.signed?.txid && settle(ctx, seen, seen.signed, judged, word);
}

async function endBy(ctx: PayoutContext, payout: Payout, { fee }: Judgement, word: Word): Promise<boolean> {
  return payout.signed !== null && endInvalidated(ctx, payout, payout.signed, [], fee, word);
}
