import { admitLogin } from '../../core/admit-login.ts';
import { answer, malformed, reject } from '../../core/answers.ts';
import { meetsTarget, workOfDifficulty } from '../../core/difficulty.ts';
import { countShare } from '../../core/judge-share.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import type { Effect, Step } from '../../core/session-state.ts';
import { type RelayedVerdict, relayedShareEffect } from '../../upstream/relayed-share.ts';
import { readUint32 } from '../../wire/hex.ts';
import type { Message, MessageId } from '../../wire/message.ts';
import { acceptedLine, errorLine, notificationLine, resultLine } from '../../wire/reply.ts';
import { configure } from './configure.ts';
import { giveFirstRelayedJob } from './give-relayed-job.ts';
import type { PendingRelayedShare, RelayedEnv, RelayedInput, RelayedState } from './relayed-state.ts';
import { hashPlacedShare, placeExtranonces } from './share-hash.ts';

/** A share may be this far ahead of its job's time, and of the time that has passed since: other pools allow minutes, not hours. */
const secondsAheadMax = 300;
/** … and the network none that is this far ahead. */
const networkAheadMax = 7200;

/**
 * One step of a session of the bitcoin dialect whose work comes from another pool: as `step` of a session of own work, but for the
 * extranonces, which have the length that the other pool leaves, and for shares, which all leave as `verify` effects: they are judged, and
 * sent on, elsewhere.
 */
export function relayedStep(state: RelayedState, message: Message, env: RelayedEnv): Step<RelayedState> {
  switch (message.kind) {
    case 'request':
      if (message.named !== undefined) return malformed(state, message.id, 'shape', env);
      return request(state, message.id, message.method, message.params, env);
    case 'reply':
      return { state, replies: nothing, effects: nothing };
    case 'malformed':
      return malformed(state, message.id, message.why, env);
  }
}

function request(
  state: RelayedState,
  id: MessageId,
  method: string,
  params: readonly unknown[],
  env: RelayedEnv,
): Step<RelayedState> {
  switch (method) {
    case 'mining.submit':
      return submit(state, id, params, env);
    case 'mining.subscribe':
      return subscribe(state, id, env);
    case 'mining.authorize':
      return authorize(state, id, params, env);
    case 'mining.configure': {
      const versionMask = env.rules.versionMask & (env.relayedMask ?? 0);
      const configured = configure(state, params, { ...env.rules, versionMask });
      if (configured === undefined) return malformed(state, id, 'shape', env);
      return answer({ ...configured.state, knownMask: undefined }, resultLine(id, configured.result));
    }
    case 'mining.extranonce.subscribe':
      return answer({ ...state, followsExtranonce: true }, acceptedLine(id));
    case 'mining.multi_version':
      return answer(state, acceptedLine(id));
    case 'mining.suggest_difficulty': {
      const [difficulty] = params;
      const work =
        typeof difficulty === 'number' ? workOfDifficulty(difficulty, env.rules.scale, env.rules) : undefined;
      if (work === undefined) return answer(state, errorLine(id, 20, requestRefusal.badDifficulty));
      return answer({ ...state, asked: work, floor: work }, acceptedLine(id));
    }
    case 'client.get_version':
      return answer(state, resultLine(id, 'openlode'));
    case 'mining.get_transactions':
      return answer(state, resultLine(id, []));
    default:
      return answer(state, errorLine(id, 20, requestRefusal.unknownMethod));
  }
}

/** Answers with the lane of the miner; without work there is none, and the miner goes to the next pool of its list. */
function subscribe(state: RelayedState, id: MessageId, env: RelayedEnv): Step<RelayedState> {
  const room = state.knownRoom ?? state.seat?.room;
  if (room === undefined)
    return {
      state,
      replies: [errorLine(id, 20, requestRefusal.noWork)],
      effects: [{ kind: 'disconnect', reason: 'login-refused' }],
    };
  const subscriptions = ['mining.set_difficulty', 'mining.notify'].map((method) => [method, room.prefix]);
  const reply = resultLine(id, [subscriptions, room.prefix, room.freeBytes]);
  if (state.subscribed) return answer(state, reply);
  return startMining({ ...state, subscribed: true, knownRoom: room }, [reply], nothing, env);
}

function authorize(
  state: RelayedState,
  id: MessageId,
  [text, password]: readonly unknown[],
  env: RelayedEnv,
): Step<RelayedState> {
  const admitted = admitLogin(state, { text, password }, env);
  if (admitted.kind === 'refused') {
    const notice = admitted.notice ? [notificationLine('client.show_message', [admitted.text])] : [];
    return {
      state,
      replies: [...notice, errorLine(id, admitted.errorCode, admitted.text)],
      effects: admitted.effects,
    };
  }
  if (admitted.isFirst) return startMining(admitted.state, [acceptedLine(id)], admitted.effects, env);
  return { state: admitted.state, replies: [acceptedLine(id)], effects: admitted.effects };
}

function startMining(
  state: RelayedState,
  replies: readonly string[],
  effects: readonly Effect[],
  env: RelayedEnv,
): Step<RelayedState> {
  const first = giveFirstRelayedJob(state, env);
  if (first === undefined) return { state, replies, effects };
  return { state: first.state, replies: [...replies, ...first.lines], effects };
}

/** `mining.submit [login, job, extranonce2, time, nonce, version bits?]`. */
function submit(
  state: RelayedState,
  id: MessageId,
  params: readonly unknown[],
  env: RelayedEnv,
): Step<RelayedState> {
  const { seat } = state;
  if (!state.subscribed) return reject(state, id, 'not-subscribed', undefined);
  const [user, jobId, freeText, timeText, nonceText, bitsText] = params;
  const login = typeof user === 'string' ? state.workers.get(user) : undefined;
  if (login === undefined) return reject(state, id, 'unauthorized', undefined);
  if (typeof jobId !== 'string' || typeof freeText !== 'string') return reject(state, id, 'malformed', login);
  const [time, nonce] = [readUint32(timeText), readUint32(nonceText)];
  const versionBits = bitsText === undefined ? undefined : readUint32(bitsText);
  if (time < 0 || nonce < 0 || versionBits === -1) return reject(state, id, 'malformed', login);

  // Before anything else about the share: what belongs to a job that is not open says nothing about the miner.
  const given = state.given.findLast(({ opened }) => opened.job.id === jobId);
  if (given === undefined || seat === undefined) return reject(state, id, 'stale', login);
  const { job, scratch } = given.opened;
  const free = freeText.toLowerCase();
  const { prefix, freeBytes } = seat.room;
  if (!placeExtranonces(job, scratch, prefix + free, prefix.length / 2 + freeBytes))
    return reject(state, id, 'malformed', login);
  const passed = Math.max(0, env.now - given.at) / 1000;
  if (time < job.time || time > env.now / 1000 + networkAheadMax)
    return reject(state, id, 'time-out-of-range', login);
  // What the network would take is no fault: machines with clocks of their own join a job that is old.
  if (time > job.time + passed + secondsAheadMax) return reject(state, id, 'stale', login);
  const { versionMask: mask } = given;
  if (versionBits !== undefined && (versionBits & ~mask) !== 0)
    // Machines that do not hear that fewer bits are taken now are not to blame.
    return reject(state, id, (versionBits & ~state.versionMask) === 0 ? 'stale' : 'version-bits', login);
  if (!env.accepting) return reject(state, id, 'not-recording', login);
  const version = (versionBits === undefined ? job.version : (job.version & ~mask) | versionBits) >>> 0;
  const found = { free, time, nonce, version };
  hashPlacedShare(job, scratch, found, env.sha256d);
  const share: PendingRelayedShare = { id, login, given, at: env.now };
  const input: RelayedInput = {
    header: scratch.header,
    hash: scratch.hash,
    seat,
    job: given.opened,
    found,
    target: given.target,
  };
  return { state, replies: nothing, effects: [{ kind: 'verify', share, input }] };
}

/** Goes on with a share that was judged, and sent on where it is one for the other pool. */
export function completeRelayedShare(
  state: RelayedState,
  { id, login, given, at }: PendingRelayedShare,
  verdict: RelayedVerdict,
): Step<RelayedState> {
  if (verdict.kind === 'refused') return reject(state, id, verdict.reason, login);
  countShare(state.counts);
  // One that is easier counts for the other pool alone, whose difficulty has fallen since: what its content is worth here is fixed.
  if (!meetsTarget(verdict.proof, given.target)) return answer(state, acceptedLine(id));
  const effects = [relayedShareEffect(login, given, verdict, at)];
  return { state, replies: [acceptedLine(id)], effects };
}

const nothing: readonly never[] = [];
