import type { Login } from '@openlode/mining/user-string';
import { hexOfBytes } from '../wire/hex.ts';
import type { Message, MessageId } from '../wire/message.ts';
import { acceptedLine, errorLine } from '../wire/reply.ts';
import { admitLogin, type LoginRequest } from './admit-login.ts';
import { countFault } from './count-fault.ts';
import type { Dialect } from './dialect.ts';
import type { OpenHeaderJob } from './header-jobs.ts';
import { findOwnJob, giveOwnJob, type OwnJob, type OwnJobs } from './own-jobs.ts';
import { keyOfSeal, type PendingOwnShare, settleOwnShare } from './own-shares.ts';
import { requestRefusal, shareRefusal } from './refusal-text.ts';
import {
  type Effect,
  newSessionCore,
  type RejectReason,
  type SessionEnv,
  type Step,
} from './session-state.ts';

export type Request = Extract<Message, { kind: 'request' }>;

/** A session whose jobs are a header of its own, and whose shares are a nonce. */
export interface HeaderSession extends OwnJobs<OpenHeaderJob> {
  readonly subscribed: boolean;
  /** The digits that every nonce of the session begins with. */
  readonly prefix: string;
}

/** What a miner sent in for a job. */
export interface Submission {
  readonly jobId: unknown;
  /** What it names its worker by. */
  readonly user: unknown;
  /** What it adds to the job, such as its nonce; undefined where that is malformed or not within the session's part. */
  readonly seal: Uint8Array | undefined;
}

/** What tells dialects that begin with `mining.subscribe` from one another. */
export interface HeaderLayout {
  readonly name: string;
  /** How much of a nonce is the pool's. */
  readonly prefixBytes: number;
  /** The answer to `mining.subscribe`; undefined where that is the login itself and no `mining.authorize` follows. */
  subscribed?(id: MessageId, session: HeaderSession): string;
  /** Where a login has what; the usual places without it. */
  loginOf?(params: readonly unknown[]): LoginRequest;
  /** What a session is told once, before its first job. */
  greeting?(session: HeaderSession): readonly string[];
  /** A job, behind its difficulty where that is new. */
  work(job: OwnJob<OpenHeaderJob>, isNewWork: boolean, env: SessionEnv<OpenHeaderJob>): readonly string[];
  submissionOf(message: Request, session: HeaderSession): Submission;
  /** Whether a share names this job; by its id without it. */
  isJob?(opened: OpenHeaderJob, jobId: unknown): boolean;
  /** What the verifier is given. */
  inputOf(opened: OpenHeaderJob, seal: Uint8Array): unknown;
  /** The hash that targets are compared with, least significant byte first; undefined where the verdict is that there is none. */
  hashOf(verdict: unknown, opened: OpenHeaderJob): Uint8Array | undefined;
  /** Other messages that are answered with `true`. */
  readonly alsoAccepted?: readonly string[];
  readonly accepted?: (id: MessageId) => string;
}

interface Parts {
  readonly layout: HeaderLayout;
  readonly accepted: (id: MessageId) => string;
}

type Outcome = Step<HeaderSession>;
type Pending = PendingOwnShare<OpenHeaderJob, Uint8Array>;

const nothing: readonly never[] = [];

/** A dialect of Stratum whose sessions have jobs of their own: login, limits, duplicates and credit are the same in all of them. */
export function defineHeaderDialect(layout: HeaderLayout): Dialect<HeaderSession, OpenHeaderJob> {
  const parts = { layout, accepted: layout.accepted ?? acceptedLine };
  const loginMethod = layout.subscribed === undefined ? 'mining.subscribe' : 'mining.authorize';
  const isMining = (session: HeaderSession): boolean => session.subscribed && session.workers.size > 0;
  return {
    name: layout.name,
    recognises: (first) => first.kind === 'request' && first.method.startsWith('mining.'),
    open: (number) => ({
      ...newSessionCore(),
      jobs: [],
      subscribed: layout.subscribed === undefined,
      prefix: (number >>> 0)
        .toString(16)
        .padStart(8, '0')
        .slice(8 - 2 * layout.prefixBytes),
    }),
    receive(state, message, env) {
      if (message.kind === 'reply') return { state, replies: nothing, effects: nothing };
      if (message.kind === 'malformed') return malformed(state, message.id, message.why, env);
      if (
        message.named !== undefined &&
        message.method !== 'mining.submit' &&
        message.method !== 'mining.hello'
      )
        return malformed(state, message.id, 'shape', env);
      if (message.method === 'mining.submit') return submit(parts, state, message, env);
      if (message.method === loginMethod) return login(parts, state, message, env);
      return request(parts, state, message, env);
    },
    announce(state, _opened, env) {
      if (!isMining(state)) return undefined;
      const given = giveOwnJob(state, env);
      if (given === undefined) return undefined;
      const line = layout.work(given.job, given.isNewWork, env).join('');
      return { state: given.state, before: nothing, line };
    },
    complete(state, share, verdict, env) {
      const pending = share as Pending;
      const { id, login: worker, job, solution } = pending;
      const hash = layout.hashOf(verdict, job.opened);
      if (hash === undefined) return reject(state, id, 'wrong-proof', worker);
      const blockHash = (): string => job.opened.job.blockHash(solution);
      const settled = settleOwnShare(state, pending, hash, blockHash, env);
      if (typeof settled === 'string') return reject(state, id, settled, worker);
      return { state, replies: [parts.accepted(id)], effects: settled };
    },
    isMining,
    classOf(message) {
      if (message.kind !== 'request') return 'other';
      if (message.method === 'mining.submit') return 'submit';
      return message.method === loginMethod && message.named === undefined ? 'login' : 'other';
    },
    loginText(message) {
      if (message.kind !== 'request' || message.method !== loginMethod) return undefined;
      const { text } = layout.loginOf?.(message.params) ?? { text: message.params[0] };
      return typeof text === 'string' ? text : undefined;
    },
    refusal: errorLine,
    // Programs and machines of these families take lines that they do not know for faults.
    notice: () => '',
  };
}

function request(
  parts: Parts,
  state: HeaderSession,
  { id, method }: Request,
  env: SessionEnv<OpenHeaderJob>,
): Outcome {
  const { layout } = parts;
  if (method === 'mining.subscribe' && layout.subscribed !== undefined) {
    const reply = layout.subscribed(id, state);
    if (state.subscribed) return { state, replies: [reply], effects: nothing };
    return start(parts, { state: { ...state, subscribed: true }, replies: [reply], effects: nothing }, env);
  }
  const accepts = method === 'mining.extranonce.subscribe' || layout.alsoAccepted?.includes(method) === true;
  const reply = accepts ? acceptedLine(id) : errorLine(id, 20, requestRefusal.unknownMethod);
  return { state, replies: [reply], effects: nothing };
}

function login(
  parts: Parts,
  state: HeaderSession,
  { id, params }: Request,
  env: SessionEnv<OpenHeaderJob>,
): Outcome {
  const asked = parts.layout.loginOf?.(params) ?? { text: params[0], password: params[1] };
  const admitted = admitLogin(state, asked, env);
  if (admitted.kind === 'refused') {
    const { errorCode, text, effects } = admitted;
    return { state, replies: [errorLine(id, errorCode, text)], effects };
  }
  const accepted = { state: admitted.state, replies: [acceptedLine(id)], effects: admitted.effects };
  return admitted.isFirst ? start(parts, accepted, env) : accepted;
}

/** Gives its first job to a session that is both subscribed and authorized. */
function start({ layout }: Parts, step: Outcome, env: SessionEnv<OpenHeaderJob>): Outcome {
  const { state, replies, effects } = step;
  if (!state.subscribed || state.workers.size === 0) return step;
  const lines = [...replies, ...(layout.greeting?.(state) ?? nothing)];
  const given = giveOwnJob(state, env);
  if (given === undefined) return { state, replies: lines, effects };
  return { state: given.state, replies: [...lines, ...layout.work(given.job, true, env)], effects };
}

function submit(
  { layout }: Parts,
  state: HeaderSession,
  message: Request,
  env: SessionEnv<OpenHeaderJob>,
): Outcome {
  const { id } = message;
  if (!state.subscribed) return reject(state, id, 'not-subscribed', undefined);
  const { jobId, user, seal } = layout.submissionOf(message, state);
  const worker = workerOf(state, user);
  if (worker === undefined) return reject(state, id, 'unauthorized', undefined);
  if (seal === undefined) return reject(state, id, 'malformed', worker);
  const job = findOwnJob(state, env, (opened) => layout.isJob?.(opened, jobId) ?? opened.job.id === jobId);
  if (job === undefined) return reject(state, id, 'stale', worker);
  const key = keyOfSeal(job.opened.job.work, seal, env);
  if (job.opened.accepted.knows(key)) return reject(state, id, 'duplicate', worker);
  const share: Pending = { id, login: worker, job, solution: seal, key, at: env.now };
  const input = layout.inputOf(job.opened, seal);
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input }] };
}

/** Other pools of these families do not read the name of a share's worker, so that programs may write anything: it is the first one's then. */
function workerOf({ workers }: HeaderSession, user: unknown): Login | undefined {
  const named = typeof user === 'string' ? workers.get(user) : undefined;
  if (named !== undefined) return named;
  const [first] = workers.values();
  return first;
}

function malformed(
  state: HeaderSession,
  id: MessageId,
  why: 'unreadable' | 'shape',
  env: SessionEnv<OpenHeaderJob>,
): Outcome {
  const effects = countFault(state, why, env.rules);
  return { state, replies: [errorLine(id, 20, requestRefusal.malformed)], effects };
}

function reject(
  state: HeaderSession,
  id: MessageId,
  reason: RejectReason,
  worker: Login | undefined,
): Outcome {
  const [errorCode, text] = shareRefusal(reason);
  const effects: Effect[] = [{ kind: 'rejected', reason, login: worker }];
  return { state, replies: [errorLine(id, errorCode, text)], effects };
}

/** Hexadecimal text of a number of bytes, with or without 0x, that begins with the session's digits; undefined for any other. */
export function nonceWithin(text: unknown, bytes: number, prefix: string): Uint8Array | undefined {
  const digits = digitsOf(text);
  if (digits === undefined || digits.length !== 2 * bytes || !digits.startsWith(prefix)) return undefined;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The same for the part behind the session's digits alone. */
export function nonceBehind(text: unknown, bytes: number, prefix: string): Uint8Array | undefined {
  const digits = digitsOf(text);
  return digits === undefined ? undefined : nonceWithin(prefix + digits, bytes, prefix);
}

function digitsOf(text: unknown): string | undefined {
  return typeof text === 'string'
    ? /^(?:0x)?((?:[0-9a-f]{2}){1,64})$/i.exec(text)?.[1]?.toLowerCase()
    : undefined;
}

/** A target as hexadecimal text, most significant byte first. */
export function targetDigits(target: Uint8Array): string {
  return hexOfBytes(target.toReversed());
}
