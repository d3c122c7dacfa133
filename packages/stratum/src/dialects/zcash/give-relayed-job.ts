import type { Announcement } from '../../core/dialect.ts';
import { priceContent } from '../../upstream/price-content.ts';
import type { Seat } from '../../upstream/relayed-share.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { notificationLine } from '../../wire/reply.ts';
import { printReversed } from './header.ts';
import type { OpenRelayedZcashJob } from './relayed-job.ts';
import { isMiningZcash, type RelayedZcashEnv, type RelayedZcashState } from './relayed-state.ts';

/** Jobs that take shares. */
const givenMax = 8;

type JobEnv = Pick<RelayedZcashEnv, 'now' | 'rules' | 'jobs' | 'paceMin'>;

const nothing: readonly string[] = [];

/** Whether the miner can be told of another beginning of its nonce than it knows. */
export function mayMoveZcash(state: RelayedZcashState): boolean {
  return state.knownRoom === undefined || (state.followsExtranonce && isMiningZcash(state));
}

/** Gives a session another seat: nothing that it was given before holds. Undefined for a miner that can only come again. */
export function takeZcashSeat(state: RelayedZcashState, seat: Seat): RelayedZcashState | undefined {
  const { knownRoom } = state;
  const isSame = knownRoom?.prefix === seat.room.prefix && knownRoom.freeBytes === seat.room.freeBytes;
  if (!isSame && !mayMoveZcash(state)) return undefined;
  return { ...state, seat, current: undefined, given: [], prices: new Map() };
}

/** Takes a job in: fixes what its shares are worth to this session, and sends it if the session is as far. */
export function giveZcashJob(
  before: RelayedZcashState,
  opened: OpenRelayedZcashJob,
  env: JobEnv,
): Announcement<RelayedZcashState> {
  const state: RelayedZcashState = { ...before, current: opened };
  // Nothing can be searched before the beginning of the nonce is told.
  if (!state.subscribed) return { state, before: nothing, line: undefined };
  const priced = priceContent(state, opened, isMiningZcash(state), env);
  const price = priced.prices.get(opened.upstream.content);
  const { seat } = priced;
  if (!isMiningZcash(state) || price === undefined || seat === undefined)
    return { state: priced, before: nothing, line: undefined };
  const lines: string[] = [];
  const { room } = seat;
  if (state.knownRoom?.prefix !== room.prefix)
    lines.push(notificationLine('mining.set_extranonce', [room.prefix]));
  if (price.work !== state.knownWork)
    lines.push(notificationLine('mining.set_target', [hexOfBytes(price.target.toReversed())]));
  const given = [...priced.given, { opened, at: env.now, ...price }].slice(-givenMax);
  return {
    state: { ...priced, knownRoom: room, knownWork: price.work, given },
    before: lines,
    line: notifyLine(opened),
  };
}

function notifyLine({ job: { id }, upstream }: OpenRelayedZcashJob): string {
  const { version, previousHash, merkleRoot, commitments, time, bits } = upstream.work;
  const hashes = [previousHash, merkleRoot, commitments].map(hexOfBytes);
  // nheqminer goes on with the job that it has until it is told that work on that one is lost.
  const params = [id, printReversed(version), ...hashes, printReversed(time), printReversed(bits), true];
  return notificationLine('mining.notify', params);
}
