import { decideUnclear, type UnclearOutcome } from '../../../domain/payouts/decide-unclear.ts';
import { text } from '../parameters.ts';
import { decides, type VerbFamily } from '../verb.ts';
import { type NotDecided, notDecidedText, readDecision } from './one-payout.ts';
import { payoutsGroup } from './payouts.ts';

type Decided = UnclearOutcome | NotDecided;

const input = { id: text('<id>', 'an id of the list') };

function decidedText(outcome: Decided, id: string, done: string): string {
  return outcome.kind === 'done' ? `Payout ${id} ${done}.` : notDecidedText(outcome, id);
}

const payoutsPaid = decides({
  name: 'payouts paid',
  does: 'say that a payment was made which its chain has executed and of which no rule can tell: two nodes must have it deep enough',
  needs: 'wallets',
  input,
  run: async ({ payouts, actor }, typed): Promise<Decided> => {
    const decision = readDecision(typed);
    if (decision.kind !== 'read') return decision;
    return decideUnclear({ ...payouts, actor }, { ...decision.asked, paid: true });
  },
  asks: (typed) => `count payout ${typed.id} as paid? Look at what its payee has first.`,
  print: (outcome, { id }) => decidedText(outcome, id, 'is paid'),
});

const payoutsUnpaid = decides({
  name: 'payouts unpaid',
  does: 'say that such a payment was not made: its money goes back to its owner',
  needs: 'wallets',
  input,
  run: async ({ payouts, actor }, typed): Promise<Decided> => {
    const decision = readDecision(typed);
    if (decision.kind !== 'read') return decision;
    return decideUnclear({ ...payouts, actor }, { ...decision.asked, paid: false });
  },
  asks: (typed) => `give payout ${typed.id} back? If its payee was paid, it is paid twice.`,
  print: (outcome, { id }) => decidedText(outcome, id, 'is over, and its money goes back to its owner'),
});

export const payoutsUnclearVerbs: VerbFamily = { group: payoutsGroup, verbs: [payoutsPaid, payoutsUnpaid] };
