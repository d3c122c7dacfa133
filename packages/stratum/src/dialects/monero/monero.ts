import type { Login } from '@openlode/mining/user-string';
import { admitLogin } from '../../core/admit-login.ts';
import { answer } from '../../core/answers.ts';
import type { Dialect } from '../../core/dialect.ts';
import { meetsTarget } from '../../core/difficulty.ts';
import { findOwnJob, giveOwnJob, type OwnJob, type OwnJobs } from '../../core/own-jobs.ts';
import { limitOf, type PendingOwnShare, settleOwnShare } from '../../core/own-shares.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import { newSessionCore, type SessionEnv, type Step } from '../../core/session-state.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import type { Message, MessageId } from '../../wire/message.ts';
import { rpc2NullErrorLine } from '../../wire/rpc2-reply.ts';
import { answerMessage, bytesOf, type Named, nextSessionId, refusal, reject } from './answer-messages.ts';
import { type MoneroJob, type MoneroSolution, nonceAt, type OpenMoneroJob } from './jobs.ts';
import { printTarget } from './print-target.ts';
import { asksForBlocks, blockFields, blockHashOf, extraOf, inputOf } from './proxy-form.ts';

/** The workers of a connection: each login has an id of its own, which its shares name. */
interface MoneroState extends OwnJobs<OpenMoneroJob> {
  readonly number: number;
  readonly byId: ReadonlyMap<string, Login>;
  /** Whether it is given whole blocks: a proxy that makes the work of its machines by itself. */
  readonly takesBlocks: boolean;
}

type MoneroEnv = SessionEnv<OpenMoneroJob>;
type Outcome = Step<MoneroState>;

interface Solution extends MoneroSolution {
  /** The hash that the miner claims. */
  readonly result: Uint8Array;
}

type Pending = PendingOwnShare<OpenMoneroJob, Solution>;

/**
 * The protocol of Monero and its relatives: one login, jobs with a blob whose nonce the miner fills in, shares with the hash that they
 * claim. The worker may stand in `rigid`. xmr-node-proxy is given whole blocks, and says with its shares what it has put into them. Input of
 * the verifier: `RandomxInput`.
 *
 * @see the stratum extensions of xmrig-proxy (algo, nicehash, keepalive)
 */
export const monero: Dialect<MoneroState, OpenMoneroJob> = {
  name: 'monero',
  recognises: (first) => first.kind === 'request' && first.method === 'login',
  open: (number) => ({ ...newSessionCore(), jobs: [], number, byId: new Map(), takesBlocks: false }),
  receive: (state, message, env) => answerMessage(state, message, env, { submit, login, getJob }),
  announce(state, _opened, env) {
    const [first] = state.byId.keys();
    const given = first === undefined ? undefined : giveOwnJob(state, env);
    if (first === undefined || given === undefined) return undefined;
    const params = JSON.stringify(printJob(given.job, first, state));
    const line = `{"jsonrpc":"2.0","method":"job","params":${params}}\n`;
    return { state: given.state, before: nothing, line };
  },
  complete: (state, share, verdict, env) => complete(state, share as Pending, verdict as Uint8Array, env),
  isMining: (state) => state.workers.size > 0,
  classOf(message) {
    if (message.kind !== 'request') return 'other';
    if (message.method === 'submit') return 'submit';
    return message.method === 'login' ? 'login' : 'other';
  },
  loginText(message: Message) {
    const text = message.kind === 'request' && message.method === 'login' && message.named?.['login'];
    return typeof text === 'string' ? text : undefined;
  },
  refusal: (id, _code, text) => refusal(id, text),
  notice: () => '',
};

const nothing: readonly never[] = [];

function login(state: MoneroState, id: MessageId, named: Named, env: MoneroEnv): Outcome {
  const { current } = env.jobs;
  const algorithms: unknown = named['algo'];
  if (current !== undefined && Array.isArray(algorithms) && !algorithms.includes(current.job.algorithm))
    return answer(state, refusal(id, requestRefusal.algorithmMissing(current.job.algorithm)));
  const takesBlocks = state.takesBlocks || asksForBlocks(named['agent']);
  if (takesBlocks && current !== undefined && current.job.whole === undefined)
    return answer(state, refusal(id, requestRefusal.templatesMissing));
  const request = { text: named['login'], workerField: named['rigid'], password: named['pass'] };
  const admitted = admitLogin(state, request, env);
  if (admitted.kind === 'refused')
    return { state, replies: [refusal(id, admitted.text)], effects: admitted.effects };
  const known = [...admitted.state.byId].find(([, each]) => each === admitted.login)?.[0];
  const session = known ?? nextSessionId(state);
  const mining: MoneroState = {
    ...admitted.state,
    byId: new Map(admitted.state.byId).set(session, admitted.login),
    takesBlocks,
  };
  const given = newestJob(mining, env) ?? giveOwnJob(mining, env);
  if (given === undefined) return answer(state, refusal(id, requestRefusal.noWork));
  const result = {
    id: session,
    job: printJob(given.job, session, mining),
    extensions: extensionsOf(given.job.opened.job),
    status: 'OK',
  };
  return { state: given.state, replies: [rpc2NullErrorLine(id, result)], effects: admitted.effects };
}

function extensionsOf({ fixesNonceByte }: MoneroJob): readonly string[] {
  return fixesNonceByte ? ['algo', 'nicehash', 'keepalive'] : ['algo', 'keepalive'];
}

/** The session's newest job, as long as it takes shares. */
function newestJob(
  state: MoneroState,
  env: MoneroEnv,
): { readonly state: MoneroState; readonly job: OwnJob<OpenMoneroJob> } | undefined {
  const job = findOwnJob(state, env, () => true);
  return job === undefined || state.asked !== undefined ? undefined : { state, job };
}

/** Proxies and older programs ask for work: they get what they have, and a fresh job only where none is open. */
function getJob(state: MoneroState, id: MessageId, named: Named, env: MoneroEnv): Outcome {
  const { id: session } = named;
  if (typeof session !== 'string' || !state.byId.has(session))
    return answer(state, refusal(id, requestRefusal.loginFirst));
  const given = newestJob(state, env) ?? giveOwnJob(state, env);
  if (given === undefined) return answer(state, refusal(id, requestRefusal.noWork));
  return answer(given.state, rpc2NullErrorLine(id, printJob(given.job, session, state)));
}

function printJob(
  { opened, work }: OwnJob<OpenMoneroJob>,
  session: string,
  { takesBlocks }: MoneroState,
): Readonly<Record<string, unknown>> {
  const { blob, id, algorithm, height, seedHash, whole, networkWork } = opened.job;
  const target = printTarget(work);
  const common = { job_id: id, algo: algorithm, height, seed_hash: hexOfBytes(seedHash), id: session };
  if (!takesBlocks || whole === undefined) return { blob: hexOfBytes(blob), target, ...common };
  const targets = { difficulty: Number(networkWork), target_diff: Number(work), target_diff_hex: target };
  return { ...blockFields(whole), ...targets, ...common };
}

function submit(state: MoneroState, id: MessageId, named: Named, env: MoneroEnv): Outcome {
  const worker = typeof named['id'] === 'string' ? state.byId.get(named['id']) : undefined;
  if (worker === undefined) return reject(state, id, 'unauthorized', undefined);
  const nonce = bytesOf(named['nonce'], 4);
  const result = bytesOf(named['result'], 32);
  const extra = state.takesBlocks ? extraOf(named) : undefined;
  if (nonce === undefined || result === undefined || (state.takesBlocks && extra === undefined))
    return reject(state, id, 'malformed', worker);
  const job = findOwnJob(state, env, (opened) => opened.job.id === named['job_id']);
  if (job === undefined) return reject(state, id, 'stale', worker);
  const { blob, algorithm, fixesNonceByte } = job.opened.job;
  if (named['algo'] !== undefined && named['algo'] !== algorithm)
    return reject(state, id, 'malformed', worker);
  if (fixesNonceByte && nonce[3] !== blob[nonceAt + 3]) return reject(state, id, 'malformed', worker);
  if (job.opened.accepted.knows(result)) return reject(state, id, 'duplicate', worker);
  // The claimed hash must be low enough itself: to compute the true one costs a thousand times as much.
  if (!meetsTarget(result, limitOf(job))) return reject(state, id, 'low-difficulty', worker);
  const solution = { nonce, result, extra };
  const share: Pending = { id, login: worker, job, solution, key: result, at: env.now };
  const input = inputOf(job.opened.job, solution);
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input }] };
}

function complete(state: MoneroState, share: Pending, hash: Uint8Array, env: MoneroEnv): Outcome {
  const { id, login: worker, job, solution } = share;
  if (hexOfBytes(hash) !== hexOfBytes(solution.result)) return reject(state, id, 'wrong-proof', worker);
  const blockHash = (): string => blockHashOf(job.opened.job, solution);
  const settled = settleOwnShare(state, share, hash, blockHash, env);
  if (typeof settled === 'string') return reject(state, id, settled, worker);
  return { state, replies: [rpc2NullErrorLine(id, { status: 'OK' })], effects: settled };
}
