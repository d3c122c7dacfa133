import { admitLogin } from '../core/admit-login.ts';
import { answer, malformed, reject } from '../core/answers.ts';
import { defineHeaderDialect, partsOf, type Parts, workerOf } from '../core/define-header-dialect.ts';
import type { Announcement, Dialect } from '../core/dialect.ts';
import { meetsTarget } from '../core/difficulty.ts';
import type { OpenHeaderJob } from '../core/header-jobs.ts';
import type { Request } from '../core/header-layout.ts';
import { countShare } from '../core/judge-share.ts';
import type { OwnJob } from '../core/own-jobs.ts';
import { keyOfSeal, type PendingOwnShare } from '../core/own-shares.ts';
import { requestRefusal } from '../core/refusal-text.ts';
import type { SessionEnv, Step } from '../core/session-state.ts';
import type { Message } from '../wire/message.ts';
import { giveRelayedHeader, isMining, mayMoveHeader, takeHeaderSeat } from './give-relayed-header.ts';
import type {
  OpenRelayedHeader,
  RelayedHeaderInput,
  RelayedHeaderSession,
  RelayedLayout,
} from './relayed-layout.ts';
import { type RelayedVerdict, relayedShareEffect, type Seat } from './relayed-share.ts';

type Outcome = Step<RelayedHeaderSession>;
type Pending = PendingOwnShare<OpenHeaderJob, Uint8Array>;
type Env = SessionEnv<OpenHeaderJob>;

const nothing: readonly never[] = [];

/**
 * A dialect of headers for work that another pool gives: jobs, and the beginning of each nonce, are those of a lane of that pool; lines and
 * logins those of own work. Input of the verifier: `RelayedHeaderInput`. Verdict: `RelayedVerdict`.
 */
export function defineRelayedDialect(
  layout: RelayedLayout,
): Dialect<RelayedHeaderSession, OpenRelayedHeader> {
  const own = defineHeaderDialect(layout.own) as unknown as Dialect<RelayedHeaderSession, OpenRelayedHeader>;
  const parts = partsOf(layout.own);
  const asks = (message: Message): boolean =>
    message.kind === 'request' && asksForWork(parts).includes(message.method);
  return {
    ...own,
    open: (number) => ({
      ...own.open(number),
      prefix: '',
      seat: undefined,
      current: undefined,
      knownPrefix: undefined,
      follows: false,
      prices: new Map(),
      knownWork: undefined,
    }),
    receive(state, message, env) {
      if (message.kind === 'reply') return { state, replies: nothing, effects: nothing };
      if (message.kind === 'malformed') return malformed(state, message.id, message.why, env, parts.refusal);
      if (message.method === parts.methods.submit) return submit(layout, parts, state, message, env);
      if (message.named !== undefined && message.method !== 'mining.hello')
        return malformed(state, message.id, 'shape', env, parts.refusal);
      // One that mines waits for the job of its next seat, with all that log in on it.
      if (asks(message) && state.current === undefined && !own.isMining(state))
        return turnAway(parts, state, message, requestRefusal.noWork);
      if (message.method === parts.methods.login) return login(layout, parts, state, message, env);
      return request(layout, parts, state, message, env);
    },
    announce: (state, opened, env) => announce(layout, { ...state, current: opened }, env),
    complete: (state, share, verdict) =>
      completeShare(parts, state, share as Pending, verdict as RelayedVerdict),
    seats: {
      asks,
      mayMove: (state) => mayMoveHeader(layout, state),
      take: (state, seat) => takeHeaderSeat(layout, state, seat as Seat),
    },
  };
}

/** What is answered with the beginning of a nonce, or with a job. */
function asksForWork({ layout, methods }: Parts): readonly string[] {
  if (layout.subscribed === undefined) return [methods.login];
  return layout.minesUnsubscribed === true ? ['mining.subscribe', methods.login] : ['mining.subscribe'];
}

/** The miner goes to the next pool of its list. */
function turnAway({ refusal }: Parts, state: RelayedHeaderSession, { id }: Request, text: string): Outcome {
  const effects = [{ kind: 'disconnect', reason: 'login-refused' }] as const;
  return { state, replies: [refusal(id, 20, text)], effects };
}

function request(
  layout: RelayedLayout,
  parts: Parts,
  before: RelayedHeaderSession,
  message: Request,
  env: Env,
): Outcome {
  const { id, method, params } = message;
  const { own } = layout;
  if (method === 'mining.subscribe' && own.subscribed !== undefined) {
    const [agent] = params;
    const state = {
      ...before,
      subscribed: true,
      knownPrefix: before.knownPrefix ?? before.seat?.room.prefix,
      ...(before.agent === undefined && typeof agent === 'string' && { agent }),
    };
    const reply = own.subscribed(id, { ...state, prefix: state.knownPrefix ?? '' });
    // Programs say again what they were told; the work is another one's.
    if (before.knownPrefix !== undefined) return answer(state, reply);
    return start(layout, { state, replies: [reply], effects: nothing }, env);
  }
  if (method === 'mining.extranonce.subscribe' && layout.movedLine !== undefined)
    return answer({ ...before, follows: true }, parts.accepted(id));
  const isKnown = method === 'mining.extranonce.subscribe' && own.refusal === undefined;
  const accepts = isKnown || own.alsoAccepted?.includes(method) === true;
  const reply = accepts ? parts.accepted(id) : parts.refusal(id, 20, requestRefusal.unknownMethod);
  return answer(before, reply);
}

function login(
  layout: RelayedLayout,
  parts: Parts,
  before: RelayedHeaderSession,
  message: Request,
  env: Env,
): Outcome {
  const { id } = message;
  const refusedWords = before.workers.size === 0 ? layout.own.begin?.(before, message) : undefined;
  if (typeof refusedWords === 'string') return turnAway(parts, before, message, refusedWords);
  const admitted = admitLogin(before, parts.loginOf(message), env);
  if (admitted.kind === 'refused') {
    const { errorCode, text, effects } = admitted;
    return { state: before, replies: [parts.refusal(id, errorCode, text)], effects };
  }
  const tells = admitted.state.subscribed;
  const state = {
    ...admitted.state,
    knownPrefix: admitted.state.knownPrefix ?? (tells ? admitted.state.seat?.room.prefix : undefined),
  };
  const replies = [parts.loggedIn(id, { ...state, prefix: state.knownPrefix ?? state.prefix })];
  const accepted = { state, replies, effects: admitted.effects };
  return admitted.isFirst ? start(layout, accepted, env) : accepted;
}

/** Gives its first job to a session that is both subscribed and authorized. */
function start(layout: RelayedLayout, { state, replies, effects }: Outcome, env: Env): Outcome {
  const lines = isMining(state) ? [...replies, ...(layout.own.greeting?.(state) ?? nothing)] : replies;
  if (state.current === undefined) return { state, replies: lines, effects };
  const given = announce(layout, state, env);
  const work = given.line === undefined ? nothing : [...given.before, given.line];
  return { state: given.state, replies: [...lines, ...work], effects };
}

function announce(
  layout: RelayedLayout,
  state: RelayedHeaderSession,
  env: Env,
): Announcement<RelayedHeaderSession> {
  const { state: given, lines } = giveRelayedHeader(layout, state, env);
  return { state: given, before: lines.slice(0, -1), line: lines.at(-1) };
}

function submit(
  layout: RelayedLayout,
  parts: Parts,
  state: RelayedHeaderSession,
  message: Request,
  env: Env,
): Outcome {
  const { id } = message;
  const { own } = layout;
  if (!state.subscribed) return reject(state, id, 'not-subscribed', undefined, parts.rejected);
  const { jobId, user, seal } = own.submissionOf(message, state);
  const worker = workerOf(state, user);
  if (worker === undefined) return reject(state, id, 'unauthorized', undefined, parts.rejected);
  // Before anything else about the share: what belongs to a job that is not open says nothing about the miner.
  const { seat } = state;
  const job = state.jobs.findLast(({ opened }) => own.isJob?.(opened, jobId) ?? opened.job.id === jobId);
  if (job === undefined || seat === undefined) return reject(state, id, 'stale', worker, parts.rejected);
  if (seal === undefined) return reject(state, id, 'malformed', worker, parts.rejected);
  if (!env.accepting) return reject(state, id, 'not-recording', worker, parts.rejected);
  const opened = job.opened as OpenRelayedHeader;
  const key = keyOfSeal(opened.job.work, seal, env);
  const share: Pending = { id, login: worker, job, solution: seal, key, at: env.now };
  // Proof of work is not calculated for a share that cannot count.
  if (opened.accepted.knows(key)) return repeated(parts, state, share);
  const input: RelayedHeaderInput = {
    seat,
    job: opened,
    found: layout.foundOf(seal, seat.room.prefix),
    target: job.target,
    proof: own.inputOf(opened, seal, limitOf(job, opened)),
  };
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input }] };
}

/** The easier one: what the other pool counts may have become easier since the miner's was fixed. */
function limitOf({ target }: OwnJob<OpenHeaderJob>, { theirs }: OpenRelayedHeader): Uint8Array {
  return meetsTarget(target, theirs) ? theirs : target;
}

/** A share that counts already. Where another session has sent it, that is not the doing of this one: it is refused, and not held against it. */
function repeated(
  { rejected }: Parts,
  state: RelayedHeaderSession,
  { id, login, job, key }: Pending,
): Outcome {
  const refused = reject(state, id, 'duplicate', login, rejected);
  return job.sent?.remember(key) === 'new' ? { ...refused, effects: nothing } : refused;
}

/** Goes on with a share that was judged, and sent on where it is one for the other pool. */
function completeShare(
  parts: Parts,
  state: RelayedHeaderSession,
  share: Pending,
  verdict: RelayedVerdict,
): Outcome {
  const { id, login: worker, job, key, at } = share;
  const { opened } = job;
  if (verdict.kind === 'refused') {
    if (verdict.reason !== 'duplicate') return reject(state, id, verdict.reason, worker, parts.rejected);
    // It came for another job of the same content: here it is not calculated again.
    opened.accepted.remember(key);
    return repeated(parts, state, share);
  }
  const { proof } = verdict;
  countShare(state.counts);
  opened.accepted.remember(key);
  job.sent?.remember(key);
  const accepted = [parts.accepted(id)];
  // One that is easier counts for the other pool alone, whose difficulty has fallen since: what its content is worth here is fixed.
  if (!meetsTarget(proof, job.target)) return { state, replies: accepted, effects: nothing };
  return { state, replies: accepted, effects: [relayedShareEffect(worker, job, verdict, at)] };
}
