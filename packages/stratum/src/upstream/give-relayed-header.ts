import { ShareMemory } from '../core/duplicates.ts';
import type { OpenHeaderJob } from '../core/header-jobs.ts';
import type { OwnJob } from '../core/own-jobs.ts';
import type { SessionEnv } from '../core/session-state.ts';
import { priceContent } from './price-content.ts';
import type { OpenRelayedHeader, RelayedHeaderSession, RelayedLayout } from './relayed-layout.ts';
import type { Seat } from './relayed-share.ts';

/** Jobs that take shares: as many as one connection to another pool keeps. */
const givenMax = 64;

const nothing: readonly never[] = [];

export function isMining({ subscribed, workers }: RelayedHeaderSession): boolean {
  return subscribed && workers.size > 0;
}

/** Whether the miner can be told of another beginning of its nonce than it knows. */
export function mayMoveHeader(layout: RelayedLayout, state: RelayedHeaderSession): boolean {
  const canHear = layout.movedLine !== undefined && state.follows;
  return state.knownPrefix === undefined || (canHear && isMining(state));
}

/** Gives a session another seat: nothing that it was given before holds. Undefined for a miner that can only come again. */
export function takeHeaderSeat(
  layout: RelayedLayout,
  state: RelayedHeaderSession,
  seat: Seat,
): RelayedHeaderSession | undefined {
  const { prefix } = seat.room;
  const isSame = state.knownPrefix === prefix && state.seat?.room.freeBytes === seat.room.freeBytes;
  if (!isSame && !mayMoveHeader(layout, state)) return undefined;
  return { ...state, prefix, seat, current: undefined, jobs: [], prices: new Map() };
}

/**
 * Takes the newest job of the seat in: fixes what its shares are worth to this session, and answers the lines that it is sent; none for a
 * session that is not as far.
 */
export function giveRelayedHeader(
  layout: RelayedLayout,
  state: RelayedHeaderSession,
  env: SessionEnv<OpenHeaderJob>,
): { readonly state: RelayedHeaderSession; readonly lines: readonly string[] } {
  const { current, seat, knownPrefix } = state;
  // Nothing can be searched before the beginning of the nonce is told.
  if (current === undefined || seat === undefined || knownPrefix === undefined)
    return { state, lines: nothing };
  const priced = current.price === undefined ? priceContent(state, current, isMining(state), env) : state;
  const price = current.price ?? priced.prices.get(current.upstream.content);
  if (!isMining(priced) || price === undefined) return { state: priced, lines: nothing };
  const { prefix } = seat.room;
  const moved = knownPrefix === prefix ? undefined : layout.movedLine?.(prefix, state);
  const job: OwnJob<OpenHeaderJob> = {
    opened: current,
    ...price,
    ...(current.price !== undefined && { sent: new ShareMemory() }),
  };
  const given = {
    ...priced,
    knownPrefix: prefix,
    knownWork: price.work,
    jobs: [...priced.jobs, job].slice(-givenMax),
  };
  const isNewWork = price.work !== state.knownWork;
  // All that a miner had before it came to this seat is lost.
  const shown = priced.jobs.length === 0 ? { ...job, opened: cleanOf(current) } : job;
  const work = layout.own.work(shown, isNewWork, env, given);
  return { state: given, lines: moved === undefined ? work : [moved, ...work] };
}

function cleanOf(opened: OpenRelayedHeader): OpenRelayedHeader {
  return opened.job.clean ? opened : { ...opened, job: { ...opened.job, clean: true } };
}
