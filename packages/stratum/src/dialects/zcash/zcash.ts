import { admitLogin } from '../../core/admit-login.ts';
import { answer, malformed, reject } from '../../core/answers.ts';
import type { Dialect } from '../../core/dialect.ts';
import { meetsTarget } from '../../core/difficulty.ts';
import { findOwnJob, giveOwnJob, type OwnJob, type OwnJobs } from '../../core/own-jobs.ts';
import { limitOf, type PendingOwnShare, settleOwnShare } from '../../core/own-shares.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import {
  type Effect,
  newSessionCore,
  type PortRules,
  type SessionEnv,
  type Step,
} from '../../core/session-state.ts';
import { clampWork } from '../../core/vardiff.ts';
import { bytesOfHex, hexOfBytes, printUint32 } from '../../wire/hex.ts';
import type { Message, MessageId } from '../../wire/message.ts';
import { acceptedLine, errorLine, notificationLine, resultLine } from '../../wire/reply.ts';
import { hasLength, hashedBytes, printReversed, readReversed, solutionBytes, zcashHeader } from './header.ts';
import type { OpenZcashJob, ZcashSolution } from './jobs.ts';

interface ZcashState extends OwnJobs<OpenZcashJob> {
  readonly subscribed: boolean;
  /** The first four bytes of the nonce. */
  readonly nonce1: number;
}

type ZcashEnv = SessionEnv<OpenZcashJob>;
type Outcome = Step<ZcashState>;
type Pending = PendingOwnShare<OpenZcashJob, ZcashSolution>;
type Request = Extract<Message, { kind: 'request' }>;

/** A share may be this far ahead of the pool's clock: the network's own rule for headers. */
const secondsAheadMax = 7200;
const nonceBytes = 32;

/**
 * Zcash's Stratum: four bytes of the nonce are the pool's, 28 the miner's; difficulty is told as a target. Input of the verifier:
 * `ZcashSolution`. Verdict: whether the solution is one.
 *
 * @see ZIP 301
 */
export const zcash: Dialect<ZcashState, OpenZcashJob> = {
  name: 'zcash',
  recognises: (first) => first.kind === 'request' && first.method.startsWith('mining.'),
  open: (number) => ({ ...newSessionCore(), jobs: [], subscribed: false, nonce1: number }),
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
    return { state: given.state, before: nothing, line: work(given.job, given.isNewWork).join('') };
  },
  complete: (state, share, verdict, env) => complete(state, share as Pending, verdict === true, env),
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
  notice: (text) => notificationLine('client.show_message', [text]),
  // Without a host: programs take the one that they have, where a balancer or a name of ours may be in front.
  reconnect: notificationLine('client.reconnect', []),
};

const nothing: readonly never[] = [];

function isMining(state: ZcashState): boolean {
  return state.subscribed && state.workers.size > 0;
}

function request(state: ZcashState, { id, method, params }: Request, env: ZcashEnv): Outcome {
  switch (method) {
    case 'mining.submit':
      return submit(state, id, params, env);
    case 'mining.subscribe': {
      const reply = resultLine(id, [null, printUint32(state.nonce1)]);
      return state.subscribed
        ? answer(state, reply)
        : start({ ...state, subscribed: true }, [reply], nothing, env);
    }
    case 'mining.authorize': {
      const admitted = admitLogin(state, { text: params[0], password: params[1] }, env);
      if (admitted.kind === 'refused') {
        const { errorCode, text, notice, effects } = admitted;
        return {
          state,
          replies: [...(notice ? [zcash.notice(text)] : []), errorLine(id, errorCode, text)],
          effects,
        };
      }
      if (admitted.isFirst) return start(admitted.state, [acceptedLine(id)], admitted.effects, env);
      return { state: admitted.state, replies: [acceptedLine(id)], effects: admitted.effects };
    }
    case 'mining.suggest_target':
      return suggestTarget(state, id, params[0], env);
    case 'mining.extranonce.subscribe':
      return answer(state, acceptedLine(id));
    default:
      return answer(state, errorLine(id, 20, requestRefusal.unknownMethod));
  }
}

/** Gives the first job to a session that is both subscribed and authorized. */
function start(
  state: ZcashState,
  replies: readonly string[],
  effects: readonly Effect[],
  env: ZcashEnv,
): Outcome {
  const given = isMining(state) ? giveOwnJob(state, env) : undefined;
  if (given === undefined) return { state, replies, effects };
  return { state: given.state, replies: [...replies, ...work(given.job, true)], effects };
}

function work({ opened, target }: OwnJob<OpenZcashJob>, isNewWork: boolean): readonly string[] {
  const { id, version, previousHash, merkleRoot, commitments, time, bits } = opened.job;
  const hashes = [previousHash, merkleRoot, commitments].map(hexOfBytes);
  // nheqminer goes on with the job that it has until it is told that work on that one is lost.
  const params = [id, printReversed(version), ...hashes, printReversed(time), printReversed(bits), true];
  const notify = notificationLine('mining.notify', params);
  return isNewWork
    ? [notificationLine('mining.set_target', [hexOfBytes(target.toReversed())]), notify]
    : [notify];
}

function suggestTarget(state: ZcashState, id: MessageId, text: unknown, env: ZcashEnv): Outcome {
  const wanted = askedTarget(text, env.rules);
  if (wanted === undefined) return answer(state, errorLine(id, 20, requestRefusal.badTarget));
  return answer({ ...state, asked: wanted, floor: wanted }, acceptedLine(id));
}

/** The work of a target that a miner asks for, within the bounds of the port; undefined where it is none. */
export function askedTarget(text: unknown, rules: PortRules): bigint | undefined {
  const target = typeof text === 'string' && /^[0-9a-f]{64}$/i.test(text) ? BigInt(`0x${text}`) : 0n;
  if (target === 0n) return undefined;
  const { scale } = rules;
  return clampWork((scale.difficulty1Target * scale.hashesPerDifficulty1) / target, rules);
}

/** `mining.submit [login, job, time, nonce2, solution]`. */
function submit(state: ZcashState, id: MessageId, params: readonly unknown[], env: ZcashEnv): Outcome {
  const [user, jobId, timeText, nonceText, solutionText] = params;
  if (!state.subscribed) return reject(state, id, 'not-subscribed', undefined);
  const worker = typeof user === 'string' ? state.workers.get(user) : undefined;
  if (worker === undefined) return reject(state, id, 'unauthorized', undefined);
  const time = readReversed(timeText);
  const nonce =
    typeof nonceText === 'string' ? bytesOf(printUint32(state.nonce1) + nonceText, nonceBytes) : undefined;
  const sized = bytesOf(solutionText, solutionBytes);
  if (time < 0 || nonce === undefined || sized === undefined || !hasLength(sized))
    return reject(state, id, 'malformed', worker);
  const job = findOwnJob(state, env, (opened) => opened.job.id === jobId);
  if (job === undefined) return reject(state, id, 'stale', worker);
  if (time < job.opened.job.time || time > env.now / 1000 + secondsAheadMax)
    return reject(state, id, 'time-out-of-range', worker);

  const header = zcashHeader(job.opened.job, time, nonce);
  const hash = new Uint8Array(32);
  env.sha256d(hashedBytes(header, sized), hash);
  // Two SHA-256 say whether a share is worth looking at its solution, which takes a thousand times as long.
  if (!meetsTarget(hash, limitOf(job))) return reject(state, id, 'low-difficulty', worker);
  if (job.opened.accepted.knows(hash)) return reject(state, id, 'duplicate', worker);
  const solution: ZcashSolution = { header, solution: sized.slice(3) };
  const share: Pending = { id, login: worker, job, solution, key: hash, at: env.now };
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input: solution }] };
}

function complete(state: ZcashState, share: Pending, isSolution: boolean, env: ZcashEnv): Outcome {
  const { id, login: worker, key: hash } = share;
  if (!isSolution) return reject(state, id, 'wrong-proof', worker);
  const blockHash = (): string => hexOfBytes(hash.toReversed());
  const settled = settleOwnShare(state, share, hash, blockHash, env);
  if (typeof settled === 'string') return reject(state, id, settled, worker);
  return { state, replies: [acceptedLine(id)], effects: settled };
}

function bytesOf(text: unknown, length: number): Uint8Array | undefined {
  return typeof text === 'string' ? bytesOfHex(text, length) : undefined;
}
