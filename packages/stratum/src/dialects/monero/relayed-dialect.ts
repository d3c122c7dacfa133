import { admitLogin } from '../../core/admit-login.ts';
import { answer } from '../../core/answers.ts';
import type { Dialect } from '../../core/dialect.ts';
import { meetsTarget } from '../../core/difficulty.ts';
import { countShare } from '../../core/judge-share.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import { newSessionCore, type Step } from '../../core/session-state.ts';
import { type RelayedVerdict, relayedShareEffect, type Seat } from '../../upstream/relayed-share.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import type { MessageId } from '../../wire/message.ts';
import { rpc2NullErrorLine } from '../../wire/rpc2-reply.ts';
import { answerMessage, bytesOf, type Named, nextSessionId, refusal, reject } from './answer-messages.ts';
import {
  announceMoneroJob,
  blobOf,
  giveMoneroJob,
  printRelayedJob,
  takeMoneroSeat,
} from './give-relayed-job.ts';
import { nonceAt } from './jobs.ts';
import { monero } from './monero.ts';
import { asksForBlocks } from './proxy-form.ts';
import type { OpenRelayedMoneroJob } from './relayed-job.ts';
import type {
  PendingMoneroShare,
  RelayedMoneroEnv,
  RelayedMoneroInput,
  RelayedMoneroState,
} from './relayed-state.ts';

type Outcome = Step<RelayedMoneroState>;

const nothing: readonly never[] = [];

/**
 * The protocol of Monero's family for work that another pool gives. All miners of one connection to that pool search one blob, each with a
 * last byte of the nonce of its own (the `nicehash` extension). Input of the verifier: `RelayedMoneroInput`. Verdict: `RelayedVerdict`.
 */
export const relayedMonero: Dialect<RelayedMoneroState, OpenRelayedMoneroJob> = {
  ...(monero as unknown as Dialect<RelayedMoneroState, OpenRelayedMoneroJob>),
  open: (number) => ({
    ...newSessionCore(),
    number,
    byId: new Map(),
    seat: undefined,
    current: undefined,
    given: [],
    prices: new Map(),
    knownWork: undefined,
  }),
  receive: (state, message, env) => answerMessage(state, message, env, { submit, login, getJob }),
  announce: announceMoneroJob,
  complete: (state, share, verdict) =>
    completeShare(state, share as PendingMoneroShare, verdict as RelayedVerdict),
  isMining: ({ byId }) => byId.size > 0,
  seats: {
    asks: (message) => message.kind === 'request' && message.method === 'login',
    // Each job says which lane it is.
    mayMove: () => true,
    take: (state, seat) => takeMoneroSeat(state, seat as Seat),
  },
};

/** Answers with a job of the miner's lane; without one the miner goes to the next pool of its list. */
function login(state: RelayedMoneroState, id: MessageId, named: Named, env: RelayedMoneroEnv): Outcome {
  const { current } = state;
  if (current === undefined || state.seat === undefined) return withoutWork(state, id);
  const algorithms: unknown = named['algo'];
  const { algorithm } = current.upstream.work;
  if (Array.isArray(algorithms) && !algorithms.includes(algorithm))
    return answer(state, refusal(id, requestRefusal.algorithmMissing(algorithm)));
  if (asksForBlocks(named['agent'])) return answer(state, refusal(id, requestRefusal.templatesMissing));
  const request = { text: named['login'], workerField: named['rigid'], password: named['pass'] };
  const admitted = admitLogin(state, request, env);
  if (admitted.kind === 'refused')
    return { state, replies: [refusal(id, admitted.text)], effects: admitted.effects };
  const known = [...admitted.state.byId].find(([, each]) => each === admitted.login)?.[0];
  const session = known ?? nextSessionId(state);
  const mining = { ...admitted.state, byId: new Map(admitted.state.byId).set(session, admitted.login) };
  const given = giveMoneroJob(mining, env);
  if (given === undefined) return withoutWork(state, id);
  const result = {
    id: session,
    job: printRelayedJob(given.job, session, given.state),
    extensions: ['algo', 'nicehash', 'keepalive'],
    status: 'OK',
  };
  return { state: given.state, replies: [rpc2NullErrorLine(id, result)], effects: admitted.effects };
}

function withoutWork(state: RelayedMoneroState, id: MessageId): Outcome {
  return {
    state,
    replies: [refusal(id, requestRefusal.noWork)],
    effects: [{ kind: 'disconnect', reason: 'login-refused' }],
  };
}

function getJob(state: RelayedMoneroState, id: MessageId, named: Named, env: RelayedMoneroEnv): Outcome {
  const { id: session } = named;
  if (typeof session !== 'string' || !state.byId.has(session))
    return answer(state, refusal(id, requestRefusal.loginFirst));
  const given = giveMoneroJob(state, env);
  if (given === undefined) return answer(state, refusal(id, requestRefusal.noWork));
  return answer(given.state, rpc2NullErrorLine(id, printRelayedJob(given.job, session, given.state)));
}

function submit(state: RelayedMoneroState, id: MessageId, named: Named, env: RelayedMoneroEnv): Outcome {
  const worker = typeof named['id'] === 'string' ? state.byId.get(named['id']) : undefined;
  if (worker === undefined) return reject(state, id, 'unauthorized', undefined);
  const nonce = bytesOf(named['nonce'], 4);
  const claimed = bytesOf(named['result'], 32);
  if (nonce === undefined || claimed === undefined) return reject(state, id, 'malformed', worker);
  // Before anything else about the share: what belongs to a job that is not open says nothing about the miner.
  const given = state.given.findLast(({ opened }) => opened.job.id === named['job_id']);
  const { seat } = state;
  if (given === undefined || seat === undefined) return reject(state, id, 'stale', worker);
  const { seedHash, algorithm } = given.opened.upstream.work;
  if (named['algo'] !== undefined && named['algo'] !== algorithm)
    return reject(state, id, 'malformed', worker);
  const blob = blobOf(given.opened, seat.room.prefix);
  if (nonce[3] !== blob[nonceAt + 3]) return reject(state, id, 'malformed', worker);
  // The claimed hash must be low enough itself: to compute the true one costs a thousand times as much.
  if (!meetsTarget(claimed, given.target)) return reject(state, id, 'low-difficulty', worker);
  if (!env.accepting) return reject(state, id, 'not-recording', worker);
  blob.set(nonce, nonceAt);
  const input: RelayedMoneroInput = {
    seat,
    job: given.opened,
    found: { free: hexOfBytes(nonce.subarray(0, 3).toReversed()), result: hexOfBytes(claimed) },
    target: given.target,
    randomx: { blob, seedHash, algorithm },
    claimed,
  };
  const share: PendingMoneroShare = { id, login: worker, given, at: env.now };
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input }] };
}

/** Goes on with a share that was judged, or sent on. */
function completeShare(
  state: RelayedMoneroState,
  { id, login: worker, given, at }: PendingMoneroShare,
  verdict: RelayedVerdict,
): Outcome {
  if (verdict.kind === 'refused') return reject(state, id, verdict.reason, worker);
  countShare(state.counts);
  const effects = [relayedShareEffect(worker, given, verdict, at)];
  return { state, replies: [rpc2NullErrorLine(id, { status: 'OK' })], effects };
}
