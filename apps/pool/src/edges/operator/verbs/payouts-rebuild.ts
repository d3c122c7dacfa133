import { judgeReason } from '../../../domain/kernel/decision.ts';
import { readPayoutId } from '../../../domain/operations/explain-payout.ts';
import { rebuildWithoutHeld } from '../../../domain/payouts/rebuild-payouts.ts';
import { text } from '../parameters.ts';
import { malformedReason } from '../sentences.ts';
import { decides, type VerbFamily } from '../verb.ts';
import { payoutsGroup } from './payouts.ts';

type Rebuilt =
  | { readonly kind: 'malformed-id' | 'malformed-reason' | 'no-payout' }
  | { readonly kind: 'not-possible'; readonly why: string }
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
    const id = readPayoutId(typed.id);
    if (id === undefined) return { kind: 'malformed-id' };
    const why = judgeReason(typed.reason);
    if (why === undefined) return { kind: 'malformed-reason' };
    const outcome = await rebuildWithoutHeld({ ...payouts, actor }, { id, why });
    if (outcome.kind !== 'rebuilt') return outcome;
    return { ...outcome, payouts: outcome.payouts.map(String), left: outcome.left.map(String) };
  },
  asks: (typed) =>
    `sign another transaction for the others of the one that pays payout ${typed.id}? Those that are held stay with the first, and end with it.`,
  isDone: ({ kind }) => kind === 'rebuilt',
  print: (outcome, { id }) => {
    switch (outcome.kind) {
      case 'rebuilt':
        return `${outcome.payouts.join(', ')} leave with ${outcome.txid}. ${outcome.left.join(', ')} stay where they were: their money is free once two nodes prove that the first transaction can never be confirmed.`;
      case 'not-possible':
        return `Not possible: ${outcome.why}.`;
      case 'no-payout':
        return `There is no payout ${id}: see openlode payouts list.`;
      case 'malformed-id':
        return 'The id of a payout is a number: see openlode payouts list.';
      case 'malformed-reason':
        return malformedReason;
    }
  },
});

export const payoutsRebuildVerbs: VerbFamily = { group: payoutsGroup, verbs: [payoutsRebuild] };
