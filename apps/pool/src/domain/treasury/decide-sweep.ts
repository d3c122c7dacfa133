import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import { judgeReason, recordDecision } from '../kernel/decision.ts';
import { requireRail } from '../kernel/rails.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { orWords } from '../payouts/signed-for.ts';
import { endSweep } from './end-sweep.ts';
import { findSweep, type Sweep } from './sweep.ts';

export type DecideSweepOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'no-sweep' }
  | { readonly kind: 'malformed-reason' }
  /** Nothing was changed. `why`: for the operator. */
  | { readonly kind: 'not-possible'; readonly why: string };

/** What a sweep waits for of which no rule can tell what it did. */
export const unclearSweepWords = 'an operator has to look (treasury sweep-left, or treasury sweep-stayed)';

/**
 * An operator's word on what a sweep did that its chain has executed without saying that it paid, as a token that keeps a part of what is sent.
 * Only where two nodes have it as deep as a payment has to be, and cannot tell themselves. With `left` the whole amount counts as swept: what a token
 * has kept is taken off what is cold afterwards. Otherwise it is over, and nothing of it is in another place. Its fee is booked in both cases.
 */
export async function decideSweep(
  ctx: PayoutContext & { readonly actor: string },
  { id, left, reason: typed }: { readonly id: bigint; readonly left: boolean; readonly reason: string },
): Promise<DecideSweepOutcome> {
  const reason = judgeReason(typed);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const sweep = await findSweep(ctx.db, id);
  if (sweep === undefined) return { kind: 'no-sweep' };
  const judged = await judgeUnclear(ctx, sweep);
  if (typeof judged === 'string') return { kind: 'not-possible', why: judged };
  const verdictKey = `${judged.txid} ${judged.fee}`;
  if (!left && !ctx.verdicts.hasStood(`stayed ${id}`, verdictKey, ctx.clock.now()))
    return {
      kind: 'not-possible',
      why: 'its nodes have to say the same after half a minute: ask again then',
    };
  const verdict = left ? ('final' as const) : ('invalidated' as const);
  const ending = { verdict, txid: judged.txid, fee: judged.fee, why: `an operator has looked (${reason})` };
  const isDone = await ctx.db.transaction(async (tx) => {
    if (!(await endSweep(tx, ctx, sweep, ending))) return false;
    const kind = left ? 'sweep-left' : 'sweep-stayed';
    await recordDecision(tx, ctx, { kind, subject: id.toString(), reason });
    return true;
  });
  return isDone ? { kind: 'done' } : { kind: 'not-possible', why: 'something has changed meanwhile' };
}

/** The fee that both nodes name; why there is nothing to decide is a text. */
async function judgeUnclear(
  { rails }: Pick<PayoutContext, 'rails'>,
  { signed, state, coin, network }: Sweep,
): Promise<{ readonly txid: string; readonly fee: bigint } | string> {
  if (signed === null || (state !== 'signed' && state !== 'sent')) return `it is ${state}`;
  const rail = requireRail(rails, network);
  const { confirmationsNeeded } = rail.terms(coin, network);
  const answers = await orWords(rail.lookUp(network, signed.txid, signed.proof));
  if ('why' in answers) return answers.why;
  if (answers.some(({ status }) => status.kind === 'confirmed')) return 'a node says that it has arrived';
  const { unclear } = judgeTransaction(answers, confirmationsNeeded);
  if (unclear === undefined) return 'its nodes can tell what becomes of it, or do not agree: they decide';
  if (unclear.confirmations < confirmationsNeeded)
    return `it stands under ${unclear.confirmations} blocks, and ${confirmationsNeeded} are needed`;
  return { txid: signed.txid, fee: unclear.fee };
}
