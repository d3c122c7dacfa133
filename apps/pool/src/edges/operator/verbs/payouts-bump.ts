import { bumpPayout } from '../../../domain/payouts/replace-transaction.ts';
import { text } from '../parameters.ts';
import { decides, type VerbFamily } from '../verb.ts';
import { type NotDecided, notDecidedText, readDecision } from './one-payout.ts';
import { payoutsGroup } from './payouts.ts';

type Bumped =
  | NotDecided
  | { readonly kind: 'replaced'; readonly txid: string; readonly payouts: readonly string[] };

const payoutsBump = decides({
  name: 'payouts bump',
  does: 'sign a payment that waits for a block once more, dearer and within the caps: at most one of the two can be confirmed',
  needs: 'wallets',
  input: { id: text('<id>', 'an id of the list') },
  run: async ({ payouts, actor }, typed): Promise<Bumped> => {
    const decision = readDecision(typed);
    if (decision.kind !== 'read') return decision;
    const outcome = await bumpPayout({ ...payouts, actor }, decision.asked);
    return outcome.kind === 'replaced' ? { ...outcome, payouts: outcome.payouts.map(String) } : outcome;
  },
  asks: (typed) => `pay the network more for payout ${typed.id}?`,
  isDone: ({ kind }) => kind === 'replaced',
  print: (outcome, { id }) => {
    if (outcome.kind !== 'replaced') return notDecidedText(outcome, id);
    return `${outcome.txid} pays ${outcome.payouts.join(', ')} now. What was signed before may still be confirmed in its place; whichever is, pays once.`;
  },
});

export const payoutsBumpVerbs: VerbFamily = { group: payoutsGroup, verbs: [payoutsBump] };
