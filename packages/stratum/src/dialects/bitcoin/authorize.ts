import type { Login } from '@openlode/mining/user-string';
import { workOfDifficulty } from '../../core/difficulty.ts';
import { giveFirstJob } from './give-job.ts';
import type { MessageId } from '../../wire/message.ts';
import { difficultyInPassword } from '../../core/password.ts';
import { loginRefusal, requestRefusal, tooManyWorkers } from '../../core/refusal-text.ts';
import { acceptedLine, errorLine, notificationLine } from '../../wire/reply.ts';
import { type Effect, isFull, type LoginRefusal, type Step } from '../../core/session-state.ts';
import type { BitcoinEnv, SessionState } from './session-state.ts';

/** Far above the longest login that the rules accept; what is longer is not even looked at. */
const loginLengthMax = 512;

/** `mining.authorize [login, password]`. A connection may authorize several workers. */
export function authorize(
  state: SessionState,
  id: MessageId,
  params: readonly unknown[],
  env: BitcoinEnv,
): Step<SessionState> {
  const [text, password] = params;
  if (typeof text !== 'string') return step(state, [errorLine(id, 24, loginRefusal({ kind: 'empty' }))]);
  const known = state.workers.get(text);
  if (known !== undefined) {
    state.counts.repeats += 1;
    const isTooMany = state.counts.repeats > env.rules.workersMax;
    return step(state, [isTooMany ? errorLine(id, 20, requestRefusal.repeatedLogins) : acceptedLine(id)]);
  }
  if (isFull(state, env.rules)) {
    return step(state, [errorLine(id, 20, tooManyWorkers(env.rules.workersMax))]);
  }
  const outcome = text.length > loginLengthMax ? tooLong : env.login(text);
  if (outcome.kind !== 'login') return refuse(state, id, text, outcome);
  return welcome(state, id, text, outcome.login, password, env);
}

const tooLong = { kind: 'too-long', max: loginLengthMax } as const;

function welcome(
  state: SessionState,
  id: MessageId,
  text: string,
  login: Login,
  password: unknown,
  env: BitcoinEnv,
): Step<SessionState> {
  const wanted = difficultyInPassword(password);
  const work = wanted === undefined ? undefined : workOfDifficulty(wanted, env.rules.scale, env.rules);
  const workers = new Map(state.workers).set(text, login);
  const authorized: SessionState =
    work === undefined ? { ...state, workers } : { ...state, workers, asked: work, floor: work };
  const effects: Effect[] = [{ kind: 'authorized', login }];
  // Only the first worker starts the flow of jobs; those after it share the connection's.
  if (state.workers.size > 0) return step(authorized, [acceptedLine(id)], effects);
  return startMining(authorized, [acceptedLine(id)], effects, env);
}

/** Sends difficulty and job to a session that is both subscribed and authorized for the first time. */
export function startMining(
  state: SessionState,
  replies: readonly string[],
  effects: readonly Effect[],
  env: BitcoinEnv,
): Step<SessionState> {
  const first = giveFirstJob(state, env);
  if (first === undefined) return step(state, replies, effects);
  return step(first.state, [...replies, ...first.lines], effects);
}

/**
 * Many programs only print "authentication failed"; they do print a message of the pool, when it comes before the
 * answer. A connection that has no worker yet is closed, so that the program waits before it tries again.
 */
function refuse(
  state: SessionState,
  id: MessageId,
  login: string,
  outcome: LoginRefusal,
): Step<SessionState> {
  const text = loginRefusal(outcome);
  const effects: Effect[] = [{ kind: 'refused', text: login, outcome }];
  if (state.workers.size === 0) effects.push({ kind: 'disconnect', reason: 'login-refused' });
  return step(state, [notificationLine('client.show_message', [text]), errorLine(id, 24, text)], effects);
}

function step(
  state: SessionState,
  replies: readonly string[],
  effects: readonly Effect[] = [],
): Step<SessionState> {
  return { state, replies, effects };
}
