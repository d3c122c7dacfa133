import type { Login } from '@openlode/mining/user-string';
import { admitLogin, type LoginRequest } from '../../core/admit-login.ts';
import { answer, type Refusal, reject } from '../../core/answers.ts';
import type { Announcement } from '../../core/dialect.ts';
import type { OwnJob } from '../../core/own-jobs.ts';
import { keyOfNonce, limitOf, type PendingOwnShare, settleOwnShare } from '../../core/own-shares.ts';
import { requestRefusal, shareRefusal } from '../../core/refusal-text.ts';
import type { Step } from '../../core/session-state.ts';
import { bytesOfHex, hexOfBytes } from '../../wire/hex.ts';
import type { Message, MessageId } from '../../wire/message.ts';
import type { EthereumEnv, EthereumState } from './ethereum-state.ts';
import { findJob, giveJob } from './give-job.ts';
import type { EthashInput, EthashVerdict, EthereumSolution, OpenEthereumJob } from './jobs.ts';
import { relayedInput } from './relayed-input.ts';

export type Request = Extract<Message, { kind: 'request' }>;

/** How a layout of Ethereum's Stratum writes. */
export interface EthereumForm<Opened extends OpenEthereumJob = OpenEthereumJob> {
  accepted(id: MessageId): string;
  readonly refusal: Refusal;
  /** A job, behind its difficulty where that is new. */
  work(job: OwnJob<Opened>, isNewWork: boolean): readonly string[];
}

/** What a miner sent in for a job. `mix` is undefined where the layout does not send it. */
export interface Submission {
  readonly login: Login | undefined;
  isJob(opened: OpenEthereumJob): boolean;
  /** 16 digits. */
  readonly nonce: string | undefined;
  readonly mix: Uint8Array | undefined;
}

interface Claim {
  readonly nonce: bigint;
  readonly mix: Uint8Array | undefined;
}

export type PendingEthereumShare = PendingOwnShare<OpenEthereumJob, Claim>;
export type Outcome = Step<EthereumState>;

export function isMining(state: EthereumState): boolean {
  return state.subscribed && state.workers.size > 0;
}

/** Logs a worker in; the first one of a subscribed session is given work, which `sendsWork` says whether to send at once. */
export function login(
  state: EthereumState,
  id: MessageId,
  request: LoginRequest,
  { form, sendsWork }: { readonly form: EthereumForm; readonly sendsWork: boolean },
  env: EthereumEnv,
): Outcome {
  const answer = admitLogin(state, request, env);
  if (answer.kind === 'refused') {
    return { state, replies: [form.refusal(id, answer.errorCode, answer.text)], effects: answer.effects };
  }
  const accepted = { state: answer.state, replies: [form.accepted(id)], effects: answer.effects };
  if (!answer.isFirst || !state.subscribed) return accepted;
  const given = giveJob(answer.state, env);
  if (given === undefined) return accepted;
  const lines = sendsWork ? form.work(given.job, true) : [];
  return { state: given.state, replies: [...accepted.replies, ...lines], effects: answer.effects };
}

/** The session is told what it needs before jobs; one that logged in before is given work now. */
export function subscribe(
  before: EthereumState,
  reply: string,
  form: EthereumForm,
  env: EthereumEnv,
): Outcome {
  const state = before.subscribed ? before : { ...before, subscribed: true };
  const given = !before.subscribed && isMining(state) ? giveJob(state, env) : undefined;
  if (given === undefined) return answer(state, reply);
  return { state: given.state, replies: [reply, ...form.work(given.job, true)], effects: nothing };
}

export function announce(
  state: EthereumState,
  form: EthereumForm,
  env: EthereumEnv,
): Announcement<EthereumState> | undefined {
  if (!isMining(state)) return undefined;
  const given = giveJob(state, env);
  if (given === undefined) return undefined;
  return { state: given.state, before: nothing, line: form.work(given.job, given.isNewWork).join('') };
}

/** The worker of a share whose layout names it by `worker` alone, or not at all. */
export function loginOfWorker({ workers }: EthereumState, worker: unknown): Login | undefined {
  let first: Login | undefined;
  for (const [key, each] of workers) {
    if (typeof worker === 'string' && key.endsWith(`\n${worker}`)) return each;
    first ??= each;
  }
  return first;
}

/** Judges everything of a share but its proof of work, and gives that out to be verified. */
export function submit(
  state: EthereumState,
  id: MessageId,
  submission: Submission,
  form: EthereumForm,
  env: EthereumEnv,
): Outcome {
  const { login: worker, nonce, mix } = submission;
  if (!state.subscribed) return reject(state, id, 'not-subscribed', worker, form.refusal);
  if (worker === undefined) return reject(state, id, 'unauthorized', undefined, form.refusal);
  if (nonce === undefined) return reject(state, id, 'malformed', worker, form.refusal);
  const job = findJob(state, env, (opened) => submission.isJob(opened));
  if (job === undefined) return reject(state, id, 'stale', worker, form.refusal);
  const { headerHash, height } = job.opened.job;
  const solution: Claim = { nonce: BigInt(`0x${nonce}`), mix };
  const key = keyOfNonce(headerHash, solution.nonce, env);
  // Proof of work that costs a thousand times a SHA-256 is not spent on a share that cannot count.
  if (job.opened.accepted.knows(key)) return repeated(state, { id, login: worker, job, key }, form);
  const share: PendingEthereumShare = { id, login: worker, job, solution, key, at: env.now };
  if (state.relayed !== undefined) {
    const relayed = relayedInput(state.relayed, job, { nonce, mix }, env);
    if (typeof relayed === 'string') return reject(state, id, relayed, worker, form.refusal);
    return { state, replies: nothing, effects: [{ kind: 'verify', share, input: relayed }] };
  }
  const input: EthashInput = { headerHash, nonce: solution.nonce, height, mix, limit: limitOf(job) };
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input }] };
}

/** A share that counts already. Where another session has sent it, that is not the doing of this one: it is refused, and not held against it. */
export function repeated(
  state: EthereumState,
  { id, login: worker, job, key }: Pick<PendingEthereumShare, 'id' | 'login' | 'job' | 'key'>,
  form: EthereumForm,
): Outcome {
  const isAnothers = job.sent?.remember(key) === 'new';
  if (!isAnothers) return reject(state, id, 'duplicate', worker, form.refusal);
  const [errorCode, text] = shareRefusal('duplicate');
  return answer(state, form.refusal(id, errorCode, text));
}

export function complete(
  state: EthereumState,
  share: PendingEthereumShare,
  verdict: EthashVerdict,
  form: EthereumForm,
  env: EthereumEnv,
): Outcome {
  const { id, login: worker, job } = share;
  const claimed = share.solution.mix;
  // A mix that gives a low hash is cheap to find: only the right one is proof of work.
  if (claimed !== undefined && !isSame(claimed, verdict.mix))
    return reject(state, id, 'wrong-proof', worker, form.refusal);
  const solution: EthereumSolution = { nonce: share.solution.nonce, mix: verdict.mix };
  const settled = settleOwnShare(
    state,
    { ...share, solution },
    verdict.hash.toReversed(),
    () => job.opened.job.blockHash(solution),
    env,
  );
  if (typeof settled === 'string') return reject(state, id, settled, worker, form.refusal);
  return { state, replies: [form.accepted(id)], effects: settled };
}

export function unknownMethod(state: EthereumState, { id, method }: Request, form: EthereumForm): Outcome {
  const text = method === 'mining.hello' ? requestRefusal.ethereumStratum2 : requestRefusal.unknownMethod;
  return answer(state, form.refusal(id, 20, text));
}

export function quiet(state: EthereumState): Outcome {
  return { state, replies: nothing, effects: nothing };
}

/** 32 bytes of hexadecimal text, with or without 0x; undefined for anything else. */
export function hash32(text: unknown): Uint8Array | undefined {
  return typeof text === 'string' ? bytesOfHex(withoutPrefix(text), 32) : undefined;
}

/** Digits of a nonce, with or without 0x, behind those that the pool gave; undefined for anything else. */
export function nonceDigits(text: unknown, prefix = ''): string | undefined {
  if (typeof text !== 'string') return undefined;
  const digits = prefix + withoutPrefix(text);
  return /^[0-9a-f]{16}$/i.test(digits) ? digits : undefined;
}

const nothing: readonly never[] = [];

function withoutPrefix(text: string): string {
  return text.startsWith('0x') ? text.slice(2) : text;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return hexOfBytes(left) === hexOfBytes(right);
}
