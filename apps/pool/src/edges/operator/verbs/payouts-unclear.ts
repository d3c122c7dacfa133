import { judgeReason } from '../../../domain/kernel/decision.ts';
import { readPayoutId } from '../../../domain/operations/explain-payout.ts';
import { decideUnclear, type UnclearOutcome } from '../../../domain/payouts/decide-unclear.ts';
import { text } from '../parameters.ts';
import { malformedReason } from '../sentences.ts';
import { decides, type VerbFamily } from '../verb.ts';
import { payoutsGroup } from './payouts.ts';

interface Malformed {
  readonly kind: 'malformed-id' | 'malformed-reason';
}

interface Read {
  readonly id: bigint;
  readonly why: string;
}

type Decided = UnclearOutcome | Malformed;

const input = { id: text('<id>', 'an id of the list') };

/** What is typed, where it can be read. */
function read(typed: { readonly id: string; readonly reason: string }): Malformed | Read {
  const id = readPayoutId(typed.id);
  const why = judgeReason(typed.reason);
  if (id === undefined) return { kind: 'malformed-id' };
  return why === undefined ? { kind: 'malformed-reason' } : { id, why };
}

function decidedText(outcome: Decided, id: string, done: string): string {
  switch (outcome.kind) {
    case 'done':
      return `Payout ${id} ${done}.`;
    case 'not-possible':
      return `Not possible: ${outcome.why}.`;
    case 'no-payout':
      return `There is no payout ${id}: see openlode payouts list.`;
    case 'malformed-id':
      return 'The id of a payout is a number: see openlode payouts list.';
    case 'malformed-reason':
      return malformedReason;
  }
}

const payoutsPaid = decides({
  name: 'payouts paid',
  does: 'say that a payment was made which its chain has executed and of which no rule can tell: two nodes must have it deep enough',
  needs: 'wallets',
  input,
  run: async ({ payouts, actor }, typed): Promise<Decided> => {
    const asked = read(typed);
    return 'kind' in asked ? asked : decideUnclear({ ...payouts, actor }, { ...asked, paid: true });
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
    const asked = read(typed);
    return 'kind' in asked ? asked : decideUnclear({ ...payouts, actor }, { ...asked, paid: false });
  },
  asks: (typed) => `give payout ${typed.id} back? If its payee was paid, it is paid twice.`,
  print: (outcome, { id }) => decidedText(outcome, id, 'is over, and its money goes back to its owner'),
});

export const payoutsUnclearVerbs: VerbFamily = { group: payoutsGroup, verbs: [payoutsPaid, payoutsUnpaid] };
