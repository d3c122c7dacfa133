import type { Announcement } from '../../core/dialect.ts';
import { priceContent } from '../../upstream/price-content.ts';
import type { Seat } from '../../upstream/relayed-share.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { nonceAt } from './jobs.ts';
import { printTarget } from './print-target.ts';
import type { OpenRelayedMoneroJob } from './relayed-job.ts';
import type { GivenMoneroJob, RelayedMoneroEnv, RelayedMoneroState } from './relayed-state.ts';

/** Jobs that take shares. */
const givenMax = 8;

type JobEnv = Pick<RelayedMoneroEnv, 'now' | 'rules' | 'jobs' | 'paceMin'>;

/** Gives a session another seat: nothing that it was given before holds. Each job says which lane it is, so that it may be any. */
export function takeMoneroSeat(state: RelayedMoneroState, seat: Seat): RelayedMoneroState {
  return { ...state, seat, current: undefined, given: [], prices: new Map() };
}

/** Takes a job in, and sends it if the session has logged in. */
export function announceMoneroJob(
  before: RelayedMoneroState,
  opened: OpenRelayedMoneroJob,
  env: JobEnv,
): Announcement<RelayedMoneroState> {
  const state = { ...before, current: opened };
  const [first] = state.byId.keys();
  const given = first === undefined ? undefined : giveMoneroJob(state, env);
  if (first === undefined || given === undefined) return { state, before: nothing, line: undefined };
  const params = JSON.stringify(printRelayedJob(given.job, first, state));
  return {
    state: given.state,
    before: nothing,
    line: `{"jsonrpc":"2.0","method":"job","params":${params}}\n`,
  };
}

/** The newest job as this session has it: fixed what its shares count. Undefined without a seat, or a job of it. */
export function giveMoneroJob(
  state: RelayedMoneroState,
  env: JobEnv,
): { readonly state: RelayedMoneroState; readonly job: GivenMoneroJob } | undefined {
  const { current, seat } = state;
  if (current === undefined || seat === undefined) return undefined;
  const known = state.given.find(({ opened }) => opened === current);
  if (known !== undefined) return { state, job: known };
  const priced = current.fixed === undefined ? priceContent(state, current, true, env) : state;
  const terms = current.fixed ?? priced.prices.get(current.upstream.content);
  if (terms === undefined) return undefined;
  const job = { opened: current, ...terms };
  const given = [...priced.given, job].slice(-givenMax);
  return { state: { ...priced, given, knownWork: terms.work }, job };
}

/** A job as the miner of a seat is sent it: the last byte of its nonce is the lane. */
export function printRelayedJob(
  { opened, work }: GivenMoneroJob,
  session: string,
  { seat }: Pick<RelayedMoneroState, 'seat'>,
): Readonly<Record<string, unknown>> {
  const { algorithm, height, seedHash } = opened.upstream.work;
  return {
    blob: hexOfBytes(blobOf(opened, seat?.room.prefix ?? '')),
    target: printTarget(work),
    job_id: opened.job.id,
    algo: algorithm,
    ...(height !== undefined && { height }),
    seed_hash: hexOfBytes(seedHash),
    id: session,
  };
}

/** The hashing blob with nothing in its nonce but the byte that is fixed. */
export function blobOf({ upstream }: OpenRelayedMoneroJob, prefix: string): Uint8Array {
  const blob = upstream.work.blob.slice();
  blob.fill(0, nonceAt, nonceAt + 4);
  blob[nonceAt + 3] = Number.parseInt(prefix, 16);
  return blob;
}

const nothing: readonly never[] = [];
