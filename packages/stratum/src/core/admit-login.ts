import type { Login } from '@openlode/mining/user-string';
import { workOfDifficulty } from './difficulty.ts';
import { difficultyInPassword } from './password.ts';
import { loginRefusal, requestRefusal, tooManyWorkers } from './refusal-text.ts';
import { type Effect, isFull, type SessionCore, type SessionEnv } from './session-state.ts';

/** Far above the longest login that the rules accept; what is longer is not even looked at. */
const loginLengthMax = 512;

/** What a miner logs in with, wherever its dialect puts it. */
export interface LoginRequest {
  readonly text: unknown;
  /** `worker` or `worker#code`, where the dialect has a field for it. */
  readonly workerField?: unknown;
  readonly password: unknown;
}

export type LoginAnswer<State extends SessionCore> =
  /** The worker is logged in, now or since before; `effects` are empty for one that was. */
  | {
      readonly kind: 'admitted';
      readonly state: State;
      readonly effects: readonly Effect[];
      readonly login: Login;
      readonly isFirst: boolean;
    }
  /** `notice` is true where the sentence is for the miner's console as well. */
  | {
      readonly kind: 'refused';
      readonly errorCode: number;
      readonly text: string;
      readonly notice: boolean;
      readonly effects: readonly Effect[];
    };

/**
 * Judges a login: the same limits, words and effects in every dialect. A refusal closes a connection without workers, so that the mining
 * program waits before it tries again.
 */
export function admitLogin<State extends SessionCore>(
  state: State,
  { text, workerField, password }: LoginRequest,
  env: Pick<SessionEnv, 'rules' | 'login'>,
): LoginAnswer<State> {
  if (typeof text !== 'string') return refused(24, loginRefusal({ kind: 'empty' }));
  const field = typeof workerField === 'string' ? workerField : undefined;
  const key = loginKey(text, field);
  const known = state.workers.get(key);
  if (known !== undefined) {
    state.counts.repeats += 1;
    if (state.counts.repeats > env.rules.workersMax) return refused(20, requestRefusal.repeatedLogins);
    return { kind: 'admitted', state, effects: nothing, login: known, isFirst: false };
  }
  if (isFull(state, env.rules)) return refused(20, tooManyWorkers(env.rules.workersMax));
  const outcome = key.length > loginLengthMax ? tooLong : env.login(text, field);
  if (outcome.kind !== 'login') {
    const effects: Effect[] = [{ kind: 'refused', text, outcome }];
    if (state.workers.size === 0) effects.push({ kind: 'disconnect', reason: 'login-refused' });
    return { kind: 'refused', errorCode: 24, text: loginRefusal(outcome), notice: true, effects };
  }
  const { login } = outcome;
  const wanted = difficultyInPassword(password);
  const work = wanted === undefined ? undefined : workOfDifficulty(wanted, env.rules.scale, env.rules);
  const workers = new Map(state.workers).set(key, login);
  const wish = work === undefined ? {} : { asked: work, floor: work };
  return {
    kind: 'admitted',
    state: { ...state, workers, ...wish },
    effects: [{ kind: 'authorized', login }],
    login,
    isFirst: state.workers.size === 0,
  };
}

/** What a session knows a worker by. */
function loginKey(text: string, workerField: string | undefined): string {
  return workerField === undefined ? text : `${text}\n${workerField}`;
}

const nothing: readonly never[] = [];
const tooLong = { kind: 'too-long', max: loginLengthMax } as const;

function refused(errorCode: number, text: string): LoginAnswer<never> {
  return { kind: 'refused', errorCode, text, notice: false, effects: nothing };
}
