import { judgeReason } from '../../../domain/kernel/decision.ts';
import { readPayoutId } from '../../../domain/operations/explain-payout.ts';
import { cancelPayout } from '../../../domain/payouts/cancel-payout.ts';
import { text } from '../parameters.ts';
import { malformedReason } from '../sentences.ts';
import { decides, type VerbFamily } from '../verb.ts';
import { payoutsGroup } from './payouts.ts';

type Cancelled =
  | { readonly kind: 'malformed-id' | 'malformed-reason' | 'no-payout' }
  | { readonly kind: 'not-possible'; readonly why: string }
  | { readonly kind: 'cancelling'; readonly txid: string; readonly payouts: readonly string[] };

const payoutsCancel = decides({
  name: 'payouts cancel',
  does: 'end a signed payout by a transaction to ourselves in its place: its money goes back once that is in a block for good, unless it was paid after all',
  needs: 'wallets',
  input: { id: text('<id>', 'an id of the list: any payout of the transaction') },
  run: async ({ payouts, actor }, typed): Promise<Cancelled> => {
    const id = readPayoutId(typed.id);
    if (id === undefined) return { kind: 'malformed-id' };
    const why = judgeReason(typed.reason);
    if (why === undefined) return { kind: 'malformed-reason' };
    const outcome = await cancelPayout({ ...payouts, actor }, { id, why });
    return outcome.kind === 'cancelling' ? { ...outcome, payouts: outcome.payouts.map(String) } : outcome;
  },
  asks: (typed) => `cancel payout ${typed.id}, and all others that its transaction pays? It costs a fee.`,
  isDone: ({ kind }) => kind === 'cancelling',
  print: (outcome, { id }) => {
    switch (outcome.kind) {
      case 'cancelling':
        return outcome.payouts.length === 0
          ? `${outcome.txid} takes the place of what the signer has signed for payout ${id}, which is over.`
          : `${outcome.txid} takes the place of what pays ${outcome.payouts.join(', ')}. Once two nodes have it in a block for good, their money is back with their owners; one that you hold waits for your word. If they are paid after all, they count as paid.`;
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

export const payoutsCancelVerbs: VerbFamily = { group: payoutsGroup, verbs: [payoutsCancel] };
