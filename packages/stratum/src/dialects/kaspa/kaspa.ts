import type { Login } from '@openlode/mining/user-string';
import { admitLogin } from '../../core/admit-login.ts';
import { answer, malformed, reject } from '../../core/answers.ts';
import type { Dialect } from '../../core/dialect.ts';
import { difficultyOfWork } from '../../core/difficulty.ts';
import { findOwnJob, giveOwnJob, type OwnJob, type OwnJobs } from '../../core/own-jobs.ts';
import { keyOfNonce, type PendingOwnShare, settleOwnShare } from '../../core/own-shares.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import { type Effect, newSessionCore, type SessionEnv, type Step } from '../../core/session-state.ts';
import type { Message, MessageId } from '../../wire/message.ts';
import { acceptedLine, errorLine, notificationLine, resultLine } from '../../wire/reply.ts';
import type { KaspaInput, KaspaSolution, OpenKaspaJob } from './jobs.ts';
import { formsOf, type KaspaForms, kaspaNotifyLine, readNonce } from './kaspa-lines.ts';

interface KaspaState extends OwnJobs<OpenKaspaJob> {
  /** Undefined before `mining.subscribe`. */
  readonly forms: KaspaForms | undefined;
  /** The first byte of the nonce, two digits. */
  readonly extranonce: string;
}

type KaspaEnv = SessionEnv<OpenKaspaJob>;
type Outcome = Step<KaspaState>;
type Pending = PendingOwnShare<OpenKaspaJob, KaspaSolution>;
type Request = Extract<Message, { kind: 'request' }>;

/** What is left of the nonce: at 30 TH/s seven bytes last 40 minutes, six would last 9 seconds. */
const freeBytes = 7;

/**
 * Stratum of Kaspa and its relatives: a job is a header's hash and a time, a share is a nonce; difficulty is a number. The
 * first byte of the nonce is the pool's for programs that expect one; what keeps work apart is the content of the jobs. Input of the
 * verifier: `KaspaInput`. Verdict: the hash, 32 bytes, least significant first.
 *
 * @see onemorebsmith/kaspa-stratum-bridge
 */
export const kaspa: Dialect<KaspaState, OpenKaspaJob> = {
  name: 'kaspa',
  recognises: (first) => first.kind === 'request' && first.method.startsWith('mining.'),
  open: (number) => ({
    ...newSessionCore(),
    jobs: [],
    forms: undefined,
    extranonce: (number & 0xff).toString(16).padStart(2, '0'),
  }),
  receive(state, message, env) {
    if (message.kind === 'reply') return { state, replies: nothing, effects: nothing };
    if (message.kind === 'malformed') return malformed(state, message.id, message.why, env);
    if (message.named !== undefined) return malformed(state, message.id, 'shape', env);
    return request(state, message, env);
  },
  announce(state, _opened, env) {
    if (!isMining(state)) return undefined;
    const given = giveOwnJob(state, env);
    if (given === undefined) return undefined;
    return {
      state: given.state,
      before: nothing,
      line: work(state, given.job, given.isNewWork, env).join(''),
    };
  },
  complete: (state, share, verdict, env) => complete(state, share as Pending, verdict as Uint8Array, env),
  isMining,
  classOf(message) {
    if (message.kind !== 'request' || message.named !== undefined) return 'other';
    if (message.method === 'mining.submit') return 'submit';
    return message.method === 'mining.authorize' ? 'login' : 'other';
  },
  loginText(message) {
    const [text] = message.kind === 'request' && message.method === 'mining.authorize' ? message.params : [];
    return typeof text === 'string' ? text : undefined;
  },
  refusal: errorLine,
  // Programs of this family have no such message, and machines take lines that they do not know for faults.
  notice: () => '',
};

const nothing: readonly never[] = [];

function isMining(state: KaspaState): boolean {
  return state.forms !== undefined && state.workers.size > 0;
}

function request(state: KaspaState, { id, method, params }: Request, env: KaspaEnv): Outcome {
  switch (method) {
    case 'mining.submit':
      return submit(state, id, params, env);
    case 'mining.subscribe':
      return subscribe(state, id, params[0], env);
    case 'mining.authorize': {
      const admitted = admitLogin(state, { text: params[0], password: params[1] }, env);
      if (admitted.kind === 'refused') {
        const { errorCode, text, effects } = admitted;
        return { state, replies: [errorLine(id, errorCode, text)], effects };
      }
      if (admitted.isFirst) return start(admitted.state, [acceptedLine(id)], admitted.effects, env);
      return { state: admitted.state, replies: [acceptedLine(id)], effects: admitted.effects };
    }
    case 'mining.extranonce.subscribe':
      return answer(state, acceptedLine(id));
    default:
      return answer(state, errorLine(id, 20, requestRefusal.unknownMethod));
  }
}

function subscribe(state: KaspaState, id: MessageId, agent: unknown, env: KaspaEnv): Outcome {
  const forms = state.forms ?? formsOf(agent);
  const result = forms.extranonceInAnswer
    ? [null, state.extranonce, freeBytes]
    : [true, 'EthereumStratum/1.0.0'];
  const reply = resultLine(id, result);
  if (state.forms !== undefined) return answer(state, reply);
  return start({ ...state, forms }, [reply], nothing, env);
}

/** Gives extranonce and first job to a session that is both subscribed and authorized. */
function start(
  state: KaspaState,
  replies: readonly string[],
  effects: readonly Effect[],
  env: KaspaEnv,
): Outcome {
  if (!isMining(state)) return { state, replies, effects };
  const size = state.forms?.extranonceInAnswer === true ? [freeBytes] : [];
  const lines = [...replies, notificationLine('mining.set_extranonce', [state.extranonce, ...size])];
  const given = giveOwnJob(state, env);
  if (given === undefined) return { state, replies: lines, effects };
  return { state: given.state, replies: [...lines, ...work(state, given.job, true, env)], effects };
}

/** A job, behind its difficulty where that is new. */
function work(
  { forms = formsOf(undefined) }: KaspaState,
  job: OwnJob<OpenKaspaJob>,
  isNewWork: boolean,
  { rules }: KaspaEnv,
): readonly string[] {
  const notify = kaspaNotifyLine(job.opened.job, forms);
  if (!isNewWork) return [notify];
  return [notificationLine('mining.set_difficulty', [difficultyOfWork(job.work, rules.scale)]), notify];
}

/** `mining.submit [login, job, nonce]`. */
function submit(state: KaspaState, id: MessageId, params: readonly unknown[], env: KaspaEnv): Outcome {
  const [user, jobId, nonceText] = params;
  if (state.forms === undefined) return reject(state, id, 'not-subscribed', undefined);
  const worker = workerOf(state, user);
  if (worker === undefined) return reject(state, id, 'unauthorized', undefined);
  const nonce = readNonce(nonceText, state.extranonce);
  if (nonce === undefined) return reject(state, id, 'malformed', worker);
  const job = findOwnJob(state, env, (opened) => opened.job.id === jobId);
  if (job === undefined) return reject(state, id, 'stale', worker);
  const { prePowHash, timestamp } = job.opened.job;
  const key = keyOfNonce(prePowHash, nonce, env);
  if (job.opened.accepted.knows(key)) return reject(state, id, 'duplicate', worker);
  const share: Pending = { id, login: worker, job, solution: { nonce }, key, at: env.now };
  const input: KaspaInput = { prePowHash, timestamp, nonce };
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input }] };
}

/** Other pools of the family do not read the name of a share's worker, so that programs may write anything: it is the first one's then. */
function workerOf({ workers }: KaspaState, user: unknown): Login | undefined {
  const named = typeof user === 'string' ? workers.get(user) : undefined;
  if (named !== undefined) return named;
  const [first] = workers.values();
  return first;
}

function complete(state: KaspaState, share: Pending, hash: Uint8Array, env: KaspaEnv): Outcome {
  const { id, login: worker, job, solution } = share;
  const settled = settleOwnShare(state, share, hash, () => job.opened.job.blockHash(solution), env);
  if (typeof settled === 'string') return reject(state, id, settled, worker);
  return { state, replies: [acceptedLine(id)], effects: settled };
}
