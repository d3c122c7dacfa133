import { type ApproveOutcome, approveConversions } from '../../../domain/rounds/approve-conversions.ts';
import { type HeldConversion, readHeldConversions } from '../../../domain/rounds/held-conversions.ts';
import { text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const conversionsList = looks({
  name: 'conversions list',
  does: 'everything that has not been converted, the oldest first',
  needs: 'database',
  input: {},
  run: (ctx) => readHeldConversions(ctx),
  print: (held) =>
    printList(held, 'Nothing waits.', {
      id: ({ id }) => id,
      amount: { right: ({ amount }) => amount },
      asset: ({ asset }) => asset,
      to: ({ coin }) => coin,
      'US dollars': { right: ({ usd }) => usd ?? 'not known' },
      since: ({ since }) => new Date(since).toISOString(),
      'held for': ({ approved, why }) => (approved ? 'approved' : heldFor[why]),
      'rate by': ({ source }) => source ?? 'no source',
    }),
});

const heldFor: Readonly<Record<HeldConversion['why'], string>> = {
  'no-price': 'no agreed rate',
  'over-cap': 'worth more than one conversion may be',
  'over-hour-cap': 'more than an hour may convert',
};

const conversionsApprove = decides({
  name: 'conversions approve',
  does: 'let through what a cap holds; the price must still be one that sources agree on',
  input: { id: text('<id>', 'an id of the list, or a round for everything that is held of it') },
  run: approveConversions,
  asks: ({ id }) => `Convert what is held under ${id}? What was converted is not converted back.`,
  isDone: ({ kind }) => kind === 'approved',
  print: (outcome, { id }) => approvalSentence(id, outcome),
});

function approvalSentence(id: string, outcome: ApproveOutcome): string {
  switch (outcome.kind) {
    case 'approved':
      return `${id}: ${outcome.parts} approved. They are converted within seconds of an agreed rate.`;
    case 'malformed-id':
      return `${id} is no id: see openlode conversions list.`;
    case 'malformed-reason':
      return malformedReason;
    case 'nothing-held':
      return `Nothing under ${id} is held by a cap. What waits for a rate needs no approval.`;
  }
}

export const conversionsVerbs: VerbFamily = {
  group: {
    name: 'conversions',
    does: 'what waits for a rate or for the operator, and the word that lets it through',
  },
  verbs: [conversionsList, conversionsApprove],
};
