import { judgeReason } from '../../../domain/kernel/decision.ts';
import { readPayoutId } from '../../../domain/operations/explain-payout.ts';
import { bumpPayout } from '../../../domain/payouts/replace-transaction.ts';
import { text } from '../parameters.ts';
import { malformedReason } from '../sentences.ts';
import { decides, type VerbFamily } from '../verb.ts';
import { payoutsGroup } from './payouts.ts';

type Bumped =
  | { readonly kind: 'malformed-id' | 'malformed-reason' | 'no-payout' }
  | { readonly kind: 'not-possible'; readonly why: string }
  | { readonly kind: 'replaced'; readonly txid: string; readonly payouts: readonly string[] };

const payoutsBump = decides({
  name: 'payouts bump',
  does: 'sign a payment that waits for a block once more, dearer and within the caps: at most one of the two can be confirmed',
  needs: 'wallets',
  input: { id: text('<id>', 'an id of the list') },
  run: async ({ payouts, actor }, typed): Promise<Bumped> => {
    const id = readPayoutId(typed.id);
    if (id === undefined) return { kind: 'malformed-id' };
    const why = judgeReason(typed.reason);
    if (why === undefined) return { kind: 'malformed-reason' };
    const outcome = await bumpPayout({ ...payouts, actor }, { id, why });
    return outcome.kind === 'replaced' ? { ...outcome, payouts: outcome.payouts.map(String) } : outcome;
  },
  asks: (typed) => `pay the network more for payout ${typed.id}?`,
  isDone: ({ kind }) => kind === 'replaced',
  print: (outcome, { id }) => {
    switch (outcome.kind) {
      case 'replaced':
        return `${outcome.txid} pays ${outcome.payouts.join(', ')} now. What was signed before may still be confirmed in its place; whichever is, pays once.`;
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

export const payoutsBumpVerbs: VerbFamily = { group: payoutsGroup, verbs: [payoutsBump] };
