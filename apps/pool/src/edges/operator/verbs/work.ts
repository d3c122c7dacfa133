import { decideParked, listParked, type ParkedOutcome } from '../../../domain/operations/decide-parked.ts';
import { limit, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';
import { workOf } from './work-of.ts';

const workParked = looks({
  name: 'work parked',
  does: 'the batches that wait, the oldest first',
  input: { limit: limit(50) },
  run: listParked,
  print: (found) =>
    printList(found, 'No work is parked.', {
      id: ({ id }) => id,
      algorithm: ({ algorithm }) => algorithm,
      shares: { right: ({ shares }) => String(shares) },
      miners: { right: ({ miners }) => String(miners) },
      'first work': ({ firstAt }) => instant(firstAt),
      'last work': ({ lastAt }) => instant(lastAt),
      parked: ({ parkedAt }) => instant(parkedAt),
      why: ({ reason, detail }) =>
        reason === 'too-old' ? 'may have been counted before' : `cannot be recorded: ${detail}`,
    }),
});

const batch = { id: text('<id>', 'an id of the list') };

const workCount = decides({
  name: 'work count',
  does: 'count a batch now; its miners earn from it as from fresh work',
  input: batch,
  run: (ctx, input) => decideParked(ctx, { ...input, verb: 'count' }),
  asks: ({ id }) => `Count batch ${id}? If it was counted before, it is then counted twice.`,
  print: (outcome, { id }) => sentence('count', id, outcome),
});

const workDrop = decides({
  name: 'work drop',
  does: 'never count a batch, because it was counted when it was new',
  input: batch,
  run: (ctx, input) => decideParked(ctx, { ...input, verb: 'drop' }),
  asks: ({ id }) => `Drop batch ${id}? Its miners get nothing for this work.`,
  print: (outcome, { id }) => sentence('drop', id, outcome),
});

function sentence(verb: 'count' | 'drop', id: string, outcome: ParkedOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return verb === 'count' ? `${id} is counted: ${outcome.shares} shares.` : `${id} is dropped.`;
    case 'malformed-id':
      return `${id} is no id: see openlode work parked.`;
    case 'malformed-reason':
      return malformedReason;
    case 'refused':
      return `Batch ${id} still cannot be recorded, and stays parked: ${outcome.detail}`;
    case 'not-parked':
      return `Batch ${id} is not parked: see openlode work parked.`;
  }
}

const workSources = looks({
  name: 'work sources',
  does: 'where the work of each algorithm comes from: its nodes and other pools, in the order in which they are taken',
  needs: 'wallets',
  input: {},
  run: async (ctx) => ctx.workSources(),
  print: (found) =>
    printList(found, 'No algorithm is mined on nodes or relayed here.', {
      algorithm: ({ algorithm }) => algorithm,
      source: ({ source }) => source,
      kind: ({ kind }) => (kind === 'chain' ? 'own nodes' : 'another pool'),
      work: ({ hasWork }) => (hasWork ? 'yes' : 'none'),
      'used since': ({ usedSince }) => (usedSince === null ? '' : instant(usedSince)),
      why: ({ why }) => (why === null ? '' : whyUsed[why]),
    }),
});

const whyUsed = {
  begun: 'the process began with it',
  lost: 'the one before gave no work',
  returned: 'it comes before the others that give work, and is sound again',
} as const;

export const workVerbs: VerbFamily = {
  group: {
    name: 'work',
    does: 'where work comes from and where it went, and work that was put aside, because it may have been counted before or cannot be recorded; count or drop it',
  },
  verbs: [workParked, workCount, workDrop, workSources, workOf],
};
