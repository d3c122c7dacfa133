import { difficultyOfWork } from '../../core/difficulty.ts';
import { printUint32 } from '../../wire/hex.ts';
import { priceContent } from '../../upstream/price-content.ts';
import type { Seat } from '../../upstream/relayed-share.ts';
import { notificationLine } from '../../wire/reply.ts';
import type { OpenRelayedJob } from './relayed-job.ts';
import { isMiningRelayed, type RelayedEnv, type RelayedState } from './relayed-state.ts';

/** Jobs that take shares: as many as one connection to another pool keeps. */
const givenMax = 64;

type JobEnv = Pick<RelayedEnv, 'now' | 'rules' | 'jobs' | 'paceMin'>;

/** Whether the miner can be told of another extranonce1 than it knows. */
export function mayMove(state: RelayedState): boolean {
  return state.knownRoom === undefined || (state.followsExtranonce && isMiningRelayed(state));
}

/**
 * Gives a session another seat: nothing that it was given before holds. Undefined where the miner was told another extranonce1 and has not
 * asked to be told of changes: it can only come again.
 */
export function takeSeat(state: RelayedState, seat: Seat): RelayedState | undefined {
  const { knownRoom } = state;
  const isSame = knownRoom?.prefix === seat.room.prefix && knownRoom.freeBytes === seat.room.freeBytes;
  if (!isSame && !mayMove(state)) return undefined;
  return {
    ...state,
    seat,
    isMoved: state.isMoved || state.given.length > 0,
    current: undefined,
    given: [],
    prices: new Map(),
  };
}

export interface GivenRelayed {
  readonly state: RelayedState;
  /** Lines that this session must hear before the job's own; none for most. */
  readonly before: readonly string[];
  /** Undefined for a miner that is not subscribed and logged in: what the job is worth is fixed for it, and it is not sent. */
  readonly line: string | undefined;
}

/** Takes a job in: fixes what its shares are worth to this session, and sends it if the session is as far. */
export function giveRelayedJob(before: RelayedState, opened: OpenRelayedJob, env: JobEnv): GivenRelayed {
  // A clean job closes those before it; the upstream may still take their shares for a moment, and says so.
  const state: RelayedState = { ...before, current: opened };
  // Nothing can be searched before the extranonce1 is told.
  if (!state.subscribed) return { state, before: nothing, line: undefined };
  const priced = priceContent(state, opened, isMiningRelayed(state), env);
  return isMiningRelayed(state)
    ? send(priced, opened, env)
    : { state: priced, before: nothing, line: undefined };
}

/** What a session hears once it is subscribed and logged in; undefined while there is no job. */
export function giveFirstRelayedJob(
  state: RelayedState,
  env: JobEnv,
): { readonly state: RelayedState; readonly lines: readonly string[] } | undefined {
  const { current } = state;
  if (current === undefined) return undefined;
  const given = giveRelayedJob(state, current, env);
  return { state: given.state, lines: given.line === undefined ? nothing : [...given.before, given.line] };
}

function send(state: RelayedState, opened: OpenRelayedJob, env: JobEnv): GivenRelayed {
  const price = state.prices.get(opened.upstream.content);
  if (price === undefined || state.seat === undefined) return { state, before: nothing, line: undefined };
  const before: string[] = [];
  const { room } = state.seat;
  if (state.knownRoom?.prefix !== room.prefix || state.knownRoom.freeBytes !== room.freeBytes)
    before.push(notificationLine('mining.set_extranonce', [room.prefix, room.freeBytes]));
  // What the upstream does not take is not rolled; another one may take more again.
  const versionMask = (state.versionMask & opened.upstream.versionMask) >>> 0;
  if (versionMask !== (state.knownMask ?? state.versionMask))
    before.push(notificationLine('mining.set_version_mask', [printUint32(versionMask)]));
  if (price.work !== state.knownWork)
    before.push(notificationLine('mining.set_difficulty', [difficultyOfWork(price.work, env.rules.scale)]));
  const given = [...state.given, { opened, versionMask, at: env.now, ...price }].slice(-givenMax);
  return {
    state: {
      ...state,
      knownRoom: room,
      knownMask: versionMask,
      knownWork: price.work,
      isMoved: false,
      given,
    },
    before,
    line: state.isMoved ? opened.cleanLine : opened.line,
  };
}

const nothing: readonly string[] = [];
