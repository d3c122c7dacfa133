import { isIP } from 'node:net';
import { findAlgorithm } from '@openlode/catalogue/algorithms';
import type { ListedBan } from '../../../domain/kernel/connected-miners.ts';
import {
  joinLifted,
  liftBan,
  type LiftBanOutcome,
  type LiftedBan,
  type LiftingProcess,
} from '../../../domain/operations/lift-ban.ts';
import { pauseSessions, resumeSessions } from '../../../domain/operations/pause-sessions.ts';
import { listSessions, type SessionsOutcome } from '../../../domain/operations/list-sessions.ts';
import { limit, optionalText, text } from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason, namingSentence } from '../sentences.ts';
import { decides, looks, type VerbFamily } from '../verb.ts';

/** What was asked for is not there to be listed. */
interface Unlisted {
  readonly kind: 'unknown';
  readonly what: string;
}

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
  run: (ctx, query): Promise<SessionsOutcome | Unlisted> => listSessions(ctx, query),
  check: async ({ algorithm, client }) => {
    if (algorithm !== undefined && findAlgorithm(algorithm) === undefined)
      return {
        refusal: { kind: 'unknown' as const, what: `${algorithm} is no algorithm of the catalogue.` },
      };
    // As a list shows it: an IPv6 address counts with its /64.
    if (client !== undefined && isIP(client.replace(/\/64$/, '')) === 0)
      return { refusal: { kind: 'unknown' as const, what: `${client} is no network address.` } };
    return {};
  },
  isDone: ({ kind }) => kind === 'sessions',
  join: (answers, query): SessionsOutcome | Unlisted => {
    const refused = answers.find(({ kind }) => kind !== 'sessions');
    if (refused !== undefined) return refused;
    const sessions = answers.flatMap((each) => (each.kind === 'sessions' ? each.sessions : []));
    return {
      kind: 'sessions',
      sessions: sessions.toSorted((a, b) => b.since - a.since).slice(0, query.limit),
    };
  },
  print: (found, { miner = '' }) => {
    if (found.kind === 'unknown') return found.what;
    return found.kind === 'sessions'
      ? printList(found.sessions, 'No such miner is connected to the processes that were asked.', {
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
      : namingSentence(miner, found);
  },
});

/** Which processes pause, or resume. */
const ofProcess = {
  process: optionalText(
    '--process <name>',
    'only that process, as its data directory is called; every process of the database without it',
  ),
};

const sessionsPause = decides({
  name: 'sessions pause',
  does: 'take no new connections of miners, until they are resumed; who is connected is served on',
  input: ofProcess,
  asks: ({ process }) =>
    `Miners that lose their connection cannot come back to ${named(process)} until openlode sessions resume.`,
  run: (ctx, input) => pauseSessions(ctx, input),
  print: (outcome) =>
    outcome.kind === 'malformed-reason'
      ? malformedReason
      : `Within five seconds ${named(outcome.process)} takes no new connections. openlode sessions resume ends that.`,
});

const sessionsResume = decides({
  name: 'sessions resume',
  does: 'take new connections of miners again',
  input: ofProcess,
  run: (ctx, input) => resumeSessions(ctx, input),
  print: (outcome) =>
    outcome.kind === 'malformed-reason'
      ? malformedReason
      : `Within five seconds ${named(outcome.process)} takes connections again.`,
});

function named(process: string | null | undefined): string {
  return process ?? 'every process';
}

export const sessionsVerbs: VerbFamily = {
  group: { name: 'sessions', does: 'miners that are connected now' },
  verbs: [sessionsList, sessionsPause, sessionsResume],
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
    printList(found, 'No network address is banned in the processes that were asked.', {
      source: ({ source }) => source,
      client: ({ client }) => client,
      until: ({ until }) => instant(until),
      why: ({ reason }) => reason,
    }),
});

const bansLift = decides({
  name: 'bans lift',
  does: 'let a banned network address connect again before the ten minutes are over, in every process; its errors begin at none',
  needs: 'miners',
  // No argument: a hash may begin with a dash.
  input: {
    source: text('--source <hash>', 'a source of the list, or as the log of today or yesterday names it'),
  },
  run: (ctx, input): Promise<LiftBanOutcome> => liftBan(ctx, input),
  // Each process has bans of its own.
  joinsPart: true,
  join: (answers, _typed, unanswered): LiftBanOutcome => {
    const lifted = answers.filter((each) => each.kind !== 'malformed-reason');
    if (lifted.length === 0) return { kind: 'malformed-reason' };
    const processes = lifted.flatMap((each) => each.processes);
    // Each has counted all others, those that were asked too.
    const all = Math.max(...lifted.map((each) => each.others + Number(each.processes[0]?.takesMiners)));
    const asked = processes.filter(({ takesMiners }) => takesMiners).length;
    return joinLifted(processes, Math.max(0, all - asked), unanswered);
  },
  isDone: ({ kind }) => kind === 'done' || kind === 'asked',
  print: (outcome, { source }) =>
    outcome.kind === 'malformed-reason' ? malformedReason : printLifted(outcome, source),
});

function printLifted({ kind, processes, others, unanswered }: LiftedBan, source: string): string {
  const names = (isMeant: (process: LiftingProcess) => boolean): string =>
    processes
      .filter(isMeant)
      .map(({ process }) => process)
      .join(', ');
  const lifted = names((each) => each.lifted > 0);
  const without = names((each) => each.lifted === 0);
  return [
    kind === 'done'
      ? `${source} may connect again: its ban is lifted in ${lifted}.`
      : `No ban of ${source} was found.`,
    ...(without === '' ? [] : [`Not banned in ${without}.`]),
    ...(unanswered.length === 0
      ? []
      : [`No answer from ${unanswered.join(', ')}: see openlode bans list once it answers.`]),
    ...(others === 0
      ? []
      : [
          `Processes that take miners and have not answered: ${others}. Each lifts such a ban within ten seconds.`,
        ]),
    ...(kind === 'not-banned'
      ? ['Nothing was decided: openlode bans list has the bans and their sources.']
      : []),
  ].join('\n');
}

export const bansVerbs: VerbFamily = {
  group: { name: 'bans', does: 'network addresses that are refused for ten minutes' },
  verbs: [bansList, bansLift],
};
