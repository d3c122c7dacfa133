import { cancelPayout } from '../../../domain/payouts/cancel-payout.ts';
import { text } from '../parameters.ts';
import { decides, type VerbFamily } from '../verb.ts';
import { type NotDecided, notDecidedText, readDecision } from './one-payout.ts';
import { payoutsGroup } from './payouts.ts';

type Cancelled =
  | NotDecided
  | { readonly kind: 'cancelling'; readonly txid: string; readonly payouts: readonly string[] };

const payoutsCancel = decides({
  name: 'payouts cancel',
  does: 'end a signed payout by a transaction to ourselves in its place: its money goes back once that is in a block for good, unless it was paid after all',
  needs: 'wallets',
  input: { id: text('<id>', 'an id of the list: any payout of the transaction') },
  run: async ({ payouts, actor }, typed): Promise<Cancelled> => {
    const decision = readDecision(typed);
    if (decision.kind !== 'read') return decision;
    const outcome = await cancelPayout({ ...payouts, actor }, decision.asked);
    return outcome.kind === 'cancelling' ? { ...outcome, payouts: outcome.payouts.map(String) } : outcome;
  },
  asks: (typed) => `cancel payout ${typed.id}, and all others that its transaction pays? It costs a fee.`,
  isDone: ({ kind }) => kind === 'cancelling',
  print: (outcome, { id }) => {
    if (outcome.kind !== 'cancelling') return notDecidedText(outcome, id);
    return outcome.payouts.length === 0
      ? `${outcome.txid} takes the place of what the signer has signed for payout ${id}, which is over.`
      : `${outcome.txid} takes the place of what pays ${outcome.payouts.join(', ')}. Once two nodes have it in a block for good, their money is back with their owners; one that you hold waits for your word. If they are paid after all, they count as paid.`;
  },
});

export const payoutsCancelVerbs: VerbFamily = { group: payoutsGroup, verbs: [payoutsCancel] };
