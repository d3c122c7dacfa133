import type { Login } from '@openlode/mining/user-string';
import { bytesOfHex, hexOfBytes } from '../wire/hex.ts';
import type { MessageId } from '../wire/message.ts';
import { acceptedLine, errorLine, resultLine } from '../wire/reply.ts';
import { admitLogin } from './admit-login.ts';
import { answer, malformed, reject } from './answers.ts';
import type { Dialect } from './dialect.ts';
import type { OpenHeaderJob } from './header-jobs.ts';
import type { HeaderLayout, HeaderSession, Request } from './header-layout.ts';
import { findOwnJob, giveOwnJob } from './own-jobs.ts';
import { keyOfSeal, limitOf, type PendingOwnShare, settleOwnShare } from './own-shares.ts';
import { requestRefusal } from './refusal-text.ts';
import { newSessionCore, type SessionEnv, type Step } from './session-state.ts';

/** A layout with all that it may leave out. */
export type Parts = Required<
  Pick<HeaderLayout, 'methods' | 'loggedIn' | 'accepted' | 'rejected' | 'refusal' | 'loginOf'>
> & { readonly layout: HeaderLayout };

type Outcome = Step<HeaderSession>;
type Pending = PendingOwnShare<OpenHeaderJob, Uint8Array>;

const nothing: readonly never[] = [];

/** A dialect whose sessions have jobs of their own: login, limits, duplicates and credit are the same in all of them. */
export function defineHeaderDialect(layout: HeaderLayout): Dialect<HeaderSession, OpenHeaderJob> {
  const parts = partsOf(layout);
  const { methods } = parts;
  const isMining = (session: HeaderSession): boolean => session.subscribed && session.workers.size > 0;
  return {
    name: layout.name,
    recognises: (first) =>
      first.kind === 'request' && (first.method === methods.login || first.method.startsWith('mining.')),
    open: (number) => ({
      ...newSessionCore(),
      jobs: [],
      subscribed: layout.subscribed === undefined || layout.minesUnsubscribed === true,
      prefix: (number >>> 0)
        .toString(16)
        .padStart(8, '0')
        .slice(8 - 2 * layout.prefixBytes),
    }),
    receive(state, message, env) {
      if (message.kind === 'reply') return { state, replies: nothing, effects: nothing };
      if (message.kind === 'malformed') return malformed(state, message.id, message.why, env, parts.refusal);
      if (message.method === methods.submit) return submit(parts, state, message, env);
      if (message.named !== undefined && message.method !== 'mining.hello')
        return malformed(state, message.id, 'shape', env, parts.refusal);
      if (message.method === methods.login) return login(parts, state, message, env);
      return request(parts, state, message, env);
    },
    announce(state, _opened, env) {
      if (!isMining(state)) return undefined;
      const given = giveOwnJob(state, env);
      if (given === undefined) return undefined;
      const line = layout.work(given.job, given.isNewWork, env, state).join('');
      return { state: given.state, before: nothing, line };
    },
    complete(state, share, verdict, env) {
      const pending = share as Pending;
      const { id, login: worker, job, solution } = pending;
      const hash = layout.hashOf(verdict, job.opened);
      if (hash === undefined || hash === 'wrong-chain')
        return reject(state, id, hash ?? 'wrong-proof', worker, parts.rejected);
      const blockHash = (): string => job.opened.job.blockHash(solution);
      const settled = settleOwnShare(state, pending, hash, blockHash, env);
      if (typeof settled === 'string') return reject(state, id, settled, worker, parts.rejected);
      return { state, replies: [parts.accepted(id)], effects: settled };
    },
    isMining,
    classOf(message) {
      if (message.kind !== 'request') return 'other';
      if (message.method === methods.submit) return 'submit';
      return message.method === methods.login && message.named === undefined ? 'login' : 'other';
    },
    loginText(message) {
      if (message.kind !== 'request' || message.method !== methods.login) return undefined;
      const { text } = parts.loginOf(message);
      return typeof text === 'string' ? text : undefined;
    },
    refusal: parts.refusal,
    // Programs and machines of these families take lines that they do not know for faults.
    notice: () => '',
  };
}

export function partsOf(layout: HeaderLayout): Parts {
  const { refusal = errorLine, rejected = refusal } = layout;
  const login = layout.subscribed === undefined ? 'mining.subscribe' : 'mining.authorize';
  return {
    layout,
    methods: layout.methods ?? { login, submit: 'mining.submit' },
    loginOf: layout.loginOf?.bind(layout) ?? (({ params: [text, password] }) => ({ text, password })),
    loggedIn: layout.loggedIn ?? acceptedLine,
    accepted: layout.accepted ?? acceptedLine,
    rejected,
    refusal,
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
    if (state.subscribed) return answer(state, reply);
    return start(parts, { state: { ...state, subscribed: true }, replies: [reply], effects: nothing }, env);
  }
  // Dialects whose answers have another form do not know this one.
  const isKnown = method === 'mining.extranonce.subscribe' && layout.refusal === undefined;
  const accepts = isKnown || layout.alsoAccepted?.includes(method) === true;
  const reply = accepts ? acceptedLine(id) : parts.refusal(id, 20, requestRefusal.unknownMethod);
  return answer(state, reply);
}

function login(
  parts: Parts,
  state: HeaderSession,
  message: Request,
  env: SessionEnv<OpenHeaderJob>,
): Outcome {
  const { id } = message;
  const begun = (state.workers.size === 0 && parts.layout.begin?.(state, message)) || state;
  if (typeof begun === 'string') {
    const effects = [{ kind: 'disconnect', reason: 'login-refused' }] as const;
    return { state, replies: [parts.refusal(id, 20, begun)], effects };
  }
  const admitted = admitLogin(begun, parts.loginOf(message), env);
  if (admitted.kind === 'refused') {
    const { errorCode, text, effects } = admitted;
    return { state, replies: [parts.refusal(id, errorCode, text)], effects };
  }
  const { state: loggedIn, effects } = admitted;
  const accepted = { state: loggedIn, replies: [parts.loggedIn(id, loggedIn)], effects };
  return admitted.isFirst ? start(parts, accepted, env) : accepted;
}

/** Gives its first job to a session that is both subscribed and authorized. */
function start({ layout }: Parts, step: Outcome, env: SessionEnv<OpenHeaderJob>): Outcome {
  const { state, replies, effects } = step;
  if (!state.subscribed || state.workers.size === 0) return step;
  const lines = [...replies, ...(layout.greeting?.(state) ?? nothing)];
  const given = giveOwnJob(state, env);
  if (given === undefined) return { state, replies: lines, effects };
  return { state: given.state, replies: [...lines, ...layout.work(given.job, true, env, state)], effects };
}

function submit(
  parts: Parts,
  state: HeaderSession,
  message: Request,
  env: SessionEnv<OpenHeaderJob>,
): Outcome {
  const { layout } = parts;
  const { id } = message;
  if (!state.subscribed) return reject(state, id, 'not-subscribed', undefined, parts.rejected);
  const { jobId, user, seal } = layout.submissionOf(message, state);
  const worker = workerOf(state, user);
  if (worker === undefined) return reject(state, id, 'unauthorized', undefined, parts.rejected);
  if (seal === undefined) return reject(state, id, 'malformed', worker, parts.rejected);
  const job = findOwnJob(state, env, (opened) => layout.isJob?.(opened, jobId) ?? opened.job.id === jobId);
  if (job === undefined) return reject(state, id, 'stale', worker, parts.rejected);
  const key = keyOfSeal(job.opened.job.work, seal, env);
  if (job.opened.accepted.knows(key)) return reject(state, id, 'duplicate', worker, parts.rejected);
  const share: Pending = { id, login: worker, job, solution: seal, key, at: env.now };
  const input = layout.inputOf(job.opened, seal, limitOf(job));
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input }] };
}

/** Other pools of these families do not read the name of a share's worker, so that programs may write anything: it is the first one's then. */
export function workerOf({ workers }: HeaderSession, user: unknown): Login | undefined {
  const named = typeof user === 'string' ? workers.get(user) : undefined;
  if (named !== undefined) return named;
  const [first] = workers.values();
  return first;
}

/** Hexadecimal text of a number of bytes, with or without 0x, that begins with the session's digits; undefined for any other. */
export function nonceWithin(text: unknown, bytes: number, prefix: string): Uint8Array | undefined {
  const digits = digitsOf(text);
  if (digits === undefined || digits.length !== 2 * bytes || !digits.startsWith(prefix)) return undefined;
  return bytesOfHex(digits, bytes);
}

/** The same for the part behind the session's digits alone. */
export function nonceBehind(text: unknown, bytes: number, prefix: string): Uint8Array | undefined {
  const digits = digitsOf(text);
  return digits === undefined ? undefined : nonceWithin(prefix + digits, bytes, prefix);
}

function digitsOf(text: unknown): string | undefined {
  return typeof text === 'string'
    ? /^(?:0x)?((?:[0-9a-f]{2}){1,128})$/i.exec(text)?.[1]?.toLowerCase()
    : undefined;
}

/** A target as hexadecimal text, most significant byte first. */
export function targetDigits(target: Uint8Array): string {
  return hexOfBytes(target.toReversed());
}

/** The answer to `mining.subscribe` as Bitcoin's: what the pool will say unasked, the session's digits, and how many bytes the miner adds. */
export function subscriptionLine(id: MessageId, prefix: string, nonceBytes: number): string {
  const subscriptions = ['mining.set_difficulty', 'mining.notify'].map((method) => [method, prefix]);
  return resultLine(id, [subscriptions, prefix, nonceBytes - prefix.length / 2]);
}
