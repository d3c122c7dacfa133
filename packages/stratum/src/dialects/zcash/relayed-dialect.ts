import { admitLogin } from '../../core/admit-login.ts';
import { answer, malformed, reject } from '../../core/answers.ts';
import type { Dialect } from '../../core/dialect.ts';
import { meetsTarget } from '../../core/difficulty.ts';
import { countShare } from '../../core/judge-share.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import type { Effect, Step } from '../../core/session-state.ts';
import { type RelayedVerdict, relayedShareEffect, type Seat } from '../../upstream/relayed-share.ts';
import { bytesOfHex } from '../../wire/hex.ts';
import type { Message, MessageId } from '../../wire/message.ts';
import { acceptedLine, errorLine, resultLine } from '../../wire/reply.ts';
import { giveZcashJob, mayMoveZcash, takeZcashSeat } from './give-relayed-job.ts';
import { hasLength, hashedBytes, readReversed, solutionBytes, zcashHeader } from './header.ts';
import type { OpenRelayedZcashJob } from './relayed-job.ts';
import {
  isMiningZcash,
  newRelayedZcash,
  type PendingZcashShare,
  type RelayedZcashEnv,
  type RelayedZcashInput,
  type RelayedZcashState,
} from './relayed-state.ts';
import { askedTarget, zcash } from './zcash.ts';

type Outcome = Step<RelayedZcashState>;
type Request = Extract<Message, { kind: 'request' }>;

const nothing: readonly never[] = [];
const nonceBytes = 32;
/** A share may be this far ahead of its job's time, and of the time that has passed since: other pools allow minutes, not hours. */
const secondsAheadMax = 300;
/** … and the network none that is this far ahead. */
const networkAheadMax = 7200;

/**
 * Zcash's Stratum for work that another pool gives: the beginning of the nonce is that pool's and the lane of the miner. Input of the
 * verifier: `RelayedZcashInput`. Verdict: `RelayedVerdict`.
 */
export const relayedZcash: Dialect<RelayedZcashState, OpenRelayedZcashJob> = {
  ...(zcash as unknown as Dialect<RelayedZcashState, OpenRelayedZcashJob>),
  open: newRelayedZcash,
  receive(state, message, env) {
    if (message.kind === 'reply') return { state, replies: nothing, effects: nothing };
    if (message.kind === 'malformed') return malformed(state, message.id, message.why, env);
    if (message.named !== undefined) return malformed(state, message.id, 'shape', env);
    return request(state, message, env);
  },
  announce: giveZcashJob,
  complete: (state, share, verdict) =>
    completeShare(state, share as PendingZcashShare, verdict as RelayedVerdict),
  isMining: isMiningZcash,
  seats: {
    asks: (message) => message.kind === 'request' && message.method === 'mining.subscribe',
    mayMove: mayMoveZcash,
    take: (state, seat) => takeZcashSeat(state, seat as Seat),
  },
};

function request(state: RelayedZcashState, { id, method, params }: Request, env: RelayedZcashEnv): Outcome {
  switch (method) {
    case 'mining.submit':
      return submit(state, id, params, env);
    case 'mining.subscribe':
      return subscribe(state, id, env);
    case 'mining.authorize': {
      const admitted = admitLogin(state, { text: params[0], password: params[1] }, env);
      if (admitted.kind === 'refused') {
        const { errorCode, text, notice, effects } = admitted;
        const replies = [...(notice ? [zcash.notice(text)] : []), errorLine(id, errorCode, text)];
        return { state, replies, effects };
      }
      if (admitted.isFirst) return start(admitted.state, [acceptedLine(id)], admitted.effects, env);
      return { state: admitted.state, replies: [acceptedLine(id)], effects: admitted.effects };
    }
    case 'mining.suggest_target': {
      const wanted = askedTarget(params[0], env.rules);
      if (wanted === undefined) return answer(state, errorLine(id, 20, requestRefusal.badTarget));
      return answer({ ...state, asked: wanted, floor: wanted }, acceptedLine(id));
    }
    case 'mining.extranonce.subscribe':
      return answer({ ...state, followsExtranonce: true }, acceptedLine(id));
    default:
      return answer(state, errorLine(id, 20, requestRefusal.unknownMethod));
  }
}

/** Answers with the lane of the miner; without work there is none, and the miner goes to the next pool of its list. */
function subscribe(state: RelayedZcashState, id: MessageId, env: RelayedZcashEnv): Outcome {
  const room = state.knownRoom ?? state.seat?.room;
  if (room === undefined)
    return {
      state,
      replies: [errorLine(id, 20, requestRefusal.noWork)],
      effects: [{ kind: 'disconnect', reason: 'login-refused' }],
    };
  const reply = resultLine(id, [null, room.prefix]);
  if (state.subscribed) return answer(state, reply);
  return start({ ...state, subscribed: true, knownRoom: room }, [reply], nothing, env);
}

/** Gives the newest job to a session that is both subscribed and authorized. */
function start(
  state: RelayedZcashState,
  replies: readonly string[],
  effects: readonly Effect[],
  env: RelayedZcashEnv,
): Outcome {
  if (state.current === undefined) return { state, replies, effects };
  const given = giveZcashJob(state, state.current, env);
  const lines = given.line === undefined ? nothing : [...given.before, given.line];
  return { state: given.state, replies: [...replies, ...lines], effects };
}

/** `mining.submit [login, job, time, nonce2, solution]`. */
function submit(
  state: RelayedZcashState,
  id: MessageId,
  params: readonly unknown[],
  env: RelayedZcashEnv,
): Outcome {
  const { seat } = state;
  const [user, jobId, timeText, nonceText, solutionText] = params;
  if (!state.subscribed) return reject(state, id, 'not-subscribed', undefined);
  const login = typeof user === 'string' ? state.workers.get(user) : undefined;
  if (login === undefined) return reject(state, id, 'unauthorized', undefined);
  // Before anything else about the share: what belongs to a job that is not open says nothing about the miner.
  const given = state.given.findLast(({ opened }) => opened.job.id === jobId);
  if (given === undefined || seat === undefined) return reject(state, id, 'stale', login);
  const time = readReversed(timeText);
  const free = typeof nonceText === 'string' ? nonceText.toLowerCase() : '';
  const nonce = bytesOfHex(seat.room.prefix + free, nonceBytes);
  const sized = typeof solutionText === 'string' ? bytesOfHex(solutionText, solutionBytes) : undefined;
  if (time < 0 || nonce === undefined || sized === undefined || !hasLength(sized))
    return reject(state, id, 'malformed', login);
  const { work } = given.opened.upstream;
  if (time < work.time || time > env.now / 1000 + networkAheadMax)
    return reject(state, id, 'time-out-of-range', login);
  // What the network would take is no fault: machines with clocks of their own join a job that is old.
  const passed = Math.max(0, env.now - given.at) / 1000;
  if (time > work.time + passed + secondsAheadMax) return reject(state, id, 'stale', login);
  const header = zcashHeader(work, time, nonce);
  const hash = new Uint8Array(32);
  env.sha256d(hashedBytes(header, sized), hash);
  // Two SHA-256 say whether a share is worth looking at its solution, which takes a thousand times as long.
  if (!meetsTarget(hash, given.target) && !isTheirs(hash, given.opened))
    return reject(state, id, 'low-difficulty', login);
  if (!env.accepting) return reject(state, id, 'not-recording', login);
  const solution = sized.slice(3);
  const input: RelayedZcashInput = {
    seat,
    job: given.opened,
    found: { free, time, solution },
    target: given.target,
    zcash: { header, solution },
    hash,
  };
  const share: PendingZcashShare = { id, login, given, at: env.now };
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input }] };
}

/** Whether it is a share of the other pool, whose difficulty may have fallen since, or a block. */
function isTheirs(hash: Uint8Array, { theirs, networkTarget }: OpenRelayedZcashJob): boolean {
  return meetsTarget(hash, networkTarget) || meetsTarget(hash, theirs);
}

/** Goes on with a share that was judged, and sent on where it is one for the other pool. */
function completeShare(
  state: RelayedZcashState,
  { id, login, given, at }: PendingZcashShare,
  verdict: RelayedVerdict,
): Outcome {
  if (verdict.kind === 'refused') return reject(state, id, verdict.reason, login);
  countShare(state.counts);
  // One that is easier counts for the other pool alone: what its content is worth here is fixed.
  if (!meetsTarget(verdict.proof, given.target)) return answer(state, acceptedLine(id));
  const effects = [relayedShareEffect(login, given, verdict, at)];
  return { state, replies: [acceptedLine(id)], effects };
}
