import type { ListedBan } from '../../../domain/kernel/connected-miners.ts';
import { liftBan, type LiftBanOutcome } from '../../../domain/operations/lift-ban.ts';
import { listSessions, type SessionsOutcome } from '../../../domain/operations/list-sessions.ts';
import { limit, optionalText, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason, namingSentence } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

const sessionsList = looks({
  name: 'sessions list',
  does: 'the connections of miners to this pool, the newest first; nothing of it is stored',
  needs: 'miners',
  input: {
    miner: optionalText('--miner <miner>', 'only those of this miner: its id, or COIN:ADDRESS'),
    algorithm: optionalText('--algorithm <code>', 'only those of this algorithm'),
    client: optionalText('--client <address>', 'only those from this network address'),
    limit: limit(50),
  },
  run: (ctx, query): Promise<SessionsOutcome> => listSessions(ctx, query),
  isDone: ({ kind }) => kind === 'sessions',
  join: (answers, query): SessionsOutcome => {
    const refused = answers.find(({ kind }) => kind !== 'sessions');
    if (refused !== undefined) return refused;
    const sessions = answers.flatMap((each) => (each.kind === 'sessions' ? each.sessions : []));
    return {
      kind: 'sessions',
      sessions: sessions.toSorted((a, b) => b.since - a.since).slice(0, query.limit),
    };
  },
  print: (found, { miner = '' }) =>
    found.kind === 'sessions'
      ? printList(found.sessions, 'No such miner is connected here.', {
          since: ({ since }) => instant(since),
          heard: ({ heardAt }) => instant(heardAt),
          algorithm: ({ algorithm }) => algorithm,
          port: { right: ({ port }) => String(port) },
          TLS: ({ isSecure }) => (isSecure ? 'yes' : ''),
          share: ({ hasShare }) => (hasShare ? 'yes' : ''),
          workers: { right: ({ workers }) => String(workers) },
          worker: ({ worker }) => worker ?? '',
          client: ({ client }) => client,
          source: ({ source }) => source,
          miner: (each) => each.miner ?? '',
        })
      : namingSentence(miner, found),
});

export const sessionsVerbs: VerbFamily = {
  group: { name: 'sessions', does: 'miners that are connected now' },
  verbs: [sessionsList],
};

const bansList = looks({
  name: 'bans list',
  does: 'the network addresses that are refused for now because of too many errors; nothing of it is stored',
  needs: 'miners',
  input: { limit: limit(100) },
  run: async ({ connected }, query): Promise<readonly ListedBan[]> => connected.bans(query.limit),
  join: (answers, query) =>
    answers
      .flat()
      .toSorted((a, b) => b.until - a.until)
      .slice(0, query.limit),
  print: (found) =>
    printList(found, 'No network address is banned here.', {
      source: ({ source }) => source,
      client: ({ client }) => client,
      until: ({ until }) => instant(until),
      why: ({ reason }) => reason,
    }),
});

const bansLift = decides({
  name: 'bans lift',
  does: 'let a banned network address connect again before the ten minutes are over; its errors begin at none',
  needs: 'miners',
  // No argument: a hash may begin with a dash.
  input: {
    source: text('--source <hash>', 'a source of the list, or as the log of today or yesterday names it'),
  },
  run: (ctx, input): Promise<LiftBanOutcome> => liftBan(ctx, input),
  // Each process has bans of its own.
  join: (answers): LiftBanOutcome =>
    answers.find(({ kind }) => kind === 'done') ?? answers[0] ?? { kind: 'not-banned' },
  print: (outcome, { source }) => {
    switch (outcome.kind) {
      case 'done':
        return `${source} may connect again.`;
      case 'not-banned':
        return `${source} is not banned: see openlode bans list.`;
      case 'malformed-reason':
        return malformedReason;
    }
  },
});

export const bansVerbs: VerbFamily = {
  group: { name: 'bans', does: 'network addresses that are refused for ten minutes' },
  verbs: [bansList, bansLift],
};
