import { rebuildWithoutHeld } from '../../../domain/payouts/rebuild-payouts.ts';
import { text } from '../parameters.ts';
import { decides, type VerbFamily } from '../verb.ts';
import { type NotDecided, notDecidedText, readDecision } from './one-payout.ts';
import { payoutsGroup } from './payouts.ts';

type Rebuilt =
  | NotDecided
  | {
      readonly kind: 'rebuilt';
      readonly txid: string;
      readonly payouts: readonly string[];
      readonly left: readonly string[];
    };

const payoutsRebuild = decides({
  name: 'payouts rebuild',
  does: 'sign once more for those payouts of a transaction that may leave, without those that are held, over the same coins: at most one of the two can be confirmed',
  needs: 'wallets',
  input: { id: text('<id>', 'an id of the list: any payout of the transaction') },
  run: async ({ payouts, actor }, typed): Promise<Rebuilt> => {
    const decision = readDecision(typed);
    if (decision.kind !== 'read') return decision;
    const outcome = await rebuildWithoutHeld({ ...payouts, actor }, decision.asked);
    if (outcome.kind !== 'rebuilt') return outcome;
    return { ...outcome, payouts: outcome.payouts.map(String), left: outcome.left.map(String) };
  },
  asks: (typed) =>
    `sign another transaction for the others of the one that pays payout ${typed.id}? Those that are held stay with the first, and end with it.`,
  isDone: ({ kind }) => kind === 'rebuilt',
  print: (outcome, { id }) => {
    if (outcome.kind !== 'rebuilt') return notDecidedText(outcome, id);
    return `${outcome.payouts.join(', ')} leave with ${outcome.txid}. ${outcome.left.join(', ')} stay where they were: their money is free once two nodes prove that the first transaction can never be confirmed.`;
  },
});

export const payoutsRebuildVerbs: VerbFamily = { group: payoutsGroup, verbs: [payoutsRebuild] };
