import { type ApproveOutcome, approveConversions } from '../../../domain/rounds/approve-conversions.ts';
import { type HeldConversion, readHeldConversions } from '../../../domain/rounds/held-conversions.ts';
import { type ReleaseOutcome, readUnsold, releaseUnsold } from '../../../domain/rounds/unsold-lines.ts';
import { limit, text } from '../parameters.ts';
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
  'over-exposure': 'conversions have left as much open as they may: it waits for trades',
  'to-be-sold': 'its coins are sold first',
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

const conversionsUnsold = looks({
  name: 'conversions unsold',
  does: 'rewards whose coins are sold before they are credited, the oldest first, and what was sold of them',
  needs: 'database',
  input: { limit: limit(100) },
  run: readUnsold,
  print: (lines) =>
    printList(lines, 'Nothing waits to be sold.', {
      id: ({ id }) => id,
      amount: { right: ({ amount }) => amount },
      asset: ({ asset }) => asset,
      sold: { right: ({ sold }) => sold },
      brought: ({ brought }) => brought,
      since: ({ since }) => new Date(since).toISOString(),
    }),
});

const conversionsRelease = decides({
  name: 'conversions release',
  does: 'let a reward wait no longer for a sale: at the average of what was sold of it, or at the agreed rate where nothing was',
  input: { id: text('<id>', 'round/line, an id of conversions unsold') },
  run: releaseUnsold,
  asks: ({ id }) => `Credit ${id} without selling what is left of it? What was credited is not taken back.`,
  isDone: ({ kind }) => kind === 'released' || kind === 'ended',
  print: (outcome, { id }) => releaseSentence(id, outcome),
});

function releaseSentence(id: string, outcome: ReleaseOutcome): string {
  switch (outcome.kind) {
    case 'released':
      return `${id}: nothing of it was sold. It is converted within seconds of an agreed rate.`;
    case 'ended':
      return `${id}: it is credited at the average of what was sold of it. Conversions have ${outcome.rest} ${outcome.asset} of it left to sell.`;
    case 'malformed-id':
      return `${id} is no id: see openlode conversions unsold.`;
    case 'malformed-reason':
      return malformedReason;
    case 'not-waiting':
      return `${id} does not wait to be sold.`;
  }
}

export const conversionsVerbs: VerbFamily = {
  group: {
    name: 'conversions',
    does: 'what waits for a rate or for the operator, and the word that lets it through',
  },
  verbs: [conversionsList, conversionsApprove, conversionsUnsold, conversionsRelease],
};
