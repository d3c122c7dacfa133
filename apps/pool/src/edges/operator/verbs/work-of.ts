import { type TraceOfWork, traceWork } from '../../../domain/operations/trace-work.ts';
import { instantOfUtc, minerArgument, optionalText, wholeNumber } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, namingSentence } from '../sentences.ts';
import { looks } from '../verb.ts';

/** From a share to its entries. */
export const workOf = looks({
  name: 'work of',
  does: 'where the work of a miner at some time went: batches, slices, rounds, entries of the ledger',
  input: {
    miner: minerArgument,
    worker: optionalText('--worker <name>', 'only the work of this worker'),
    at: instantOfUtc('--at <time>', 'when the share was accepted'),
    within: wholeNumber('--within <seconds>', 'how long after that it may have been recorded', {
      minimum: 1,
      maximum: 3600,
      default: 20,
    }),
  },
  needs: 'database',
  run: traceWork,
  isDone: ({ kind }) => kind === 'traced',
  print: (found, { miner }) => {
    if (found.kind === 'no-time') return 'Say when, with --at, such as 2026-05-01T09:30:00Z.';
    return found.kind === 'traced' ? printTrace(found) : namingSentence(miner, found);
  },
});

function printTrace({ batches, slices, at, until }: Extract<TraceOfWork, { kind: 'traced' }>): string {
  const between = `from ${instant(at)} to ${instant(until)}`;
  // Each once, however many workers have a part in a slice, and however many slices a round shares.
  const rounds = onceEach(
    slices.flatMap(({ id, rounds: own }) => own.map((round) => ({ slice: id, ...round }))),
    ({ slice, id }) => `${slice} ${id}`,
  );
  const entries = onceEach(
    rounds.flatMap((round) => round.entries.map((entry) => ({ round: round.id, ...entry }))),
    ({ id }) => id,
  );
  return [
    `Batches recorded ${between}, of which one has the share:`,
    printList(batches, 'None is kept any more, or none was recorded then.', {
      batch: ({ id }) => id,
      algorithm: ({ algorithm }) => algorithm,
      shares: { right: ({ shares }) => String(shares) },
      recorded: ({ recordedAt }) => new Date(recordedAt).toISOString(),
    }),
    '',
    'Slices that were open then, and the work of it in them:',
    printList(slices, 'None is kept any more, or none has its work.', {
      slice: ({ id }) => id,
      algorithm: ({ algorithm }) => algorithm,
      from: ({ openedAt }) => instant(openedAt),
      to: ({ closedAt }) => (closedAt === null ? 'open' : instant(closedAt)),
      'given by': ({ upstream }) => upstream ?? 'own nodes',
      worker: ({ worker }) => worker,
      shares: { right: ({ shares }) => String(shares) },
      work: { right: ({ work }) => work },
    }),
    '',
    'Rounds that share these slices:',
    printList(rounds, 'None yet.', {
      slice: ({ slice }) => slice,
      round: ({ id }) => id,
      chain: ({ chain }) => chain,
      height: { right: ({ height }) => height },
      hash: ({ hash }) => hash,
      state: ({ state }) => state,
      'credited to the miner': { right: ({ credited }) => credited },
    }),
    '',
    'Entries of these rounds:',
    printList(entries, 'None yet.', {
      round: ({ round }) => round,
      entry: ({ id }) => id,
      kind: ({ kind }) => kind,
      key: ({ key }) => key,
      booked: ({ bookedAt }) => instant(bookedAt),
    }),
  ].join('\n');
}

function onceEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
