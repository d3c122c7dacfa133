import { authorize, startMining } from './authorize.ts';
import { extranonce2Bytes } from './job.ts';
import { configure } from './configure.ts';
import { answer, malformed } from '../../core/answers.ts';
import { workOfDifficulty } from '../../core/difficulty.ts';
import { printUint32, readUint32 } from '../../wire/hex.ts';
import type { Message, MessageId } from '../../wire/message.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import { acceptedLine, errorLine, resultLine } from '../../wire/reply.ts';
import type { Step } from '../../core/session-state.ts';
import type { BitcoinEnv, SessionState } from './session-state.ts';
import { submit } from './submit.ts';

/**
 * One step of a session of the bitcoin dialect: what the message makes of the state, what the miner hears, and what the
 * pool must do. Deterministic and never throws. The job registry in `env` is the one thing that sessions share: it
 * remembers accepted shares. What the step counts it counts in place (`SessionCounts`).
 */
export function step(state: SessionState, message: Message, env: BitcoinEnv): Step<SessionState> {
  switch (message.kind) {
    case 'request':
      // No message of this dialect has named parameters.
      if (message.named !== undefined) return malformed(state, message.id, 'shape', env);
      return request(state, message.id, message.method, message.params, env);
    case 'reply':
      return quiet(state);
    case 'malformed':
      return malformed(state, message.id, message.why, env);
  }
}

function request(
  state: SessionState,
  id: MessageId,
  method: string,
  params: readonly unknown[],
  env: BitcoinEnv,
): Step<SessionState> {
  switch (method) {
    case 'mining.submit':
      return submit(state, id, params, env);
    case 'mining.subscribe':
      return subscribe(state, id, params[1], env);
    case 'mining.authorize':
      return authorize(state, id, params, env);
    case 'mining.configure': {
      const configured = configure(state, params, env.rules);
      if (configured === undefined) return malformed(state, id, 'shape', env);
      return answer(configured.state, resultLine(id, configured.result));
    }
    case 'mining.extranonce.subscribe':
      return answer(
        state.followsExtranonce ? state : { ...state, followsExtranonce: true },
        acceptedLine(id),
      );
    case 'mining.multi_version':
      return answer(state, acceptedLine(id));
    case 'mining.suggest_difficulty':
      return suggestDifficulty(state, id, params[0], env);
    case 'client.get_version':
      return answer(state, resultLine(id, 'openlode'));
    case 'mining.get_transactions':
      return answer(state, resultLine(id, []));
    default:
      return answer(state, errorLine(id, 20, requestRefusal.unknownMethod));
  }
}

/**
 * Answers the subscription with the extranonce1 and fixes the work of shares on the current job. The session id is the extranonce1: a
 * miner that names its earlier one gets it back unless another session has it.
 */
function subscribe(
  before: SessionState,
  id: MessageId,
  previous: unknown,
  env: BitcoinEnv,
): Step<SessionState> {
  const state = before.subscribed ? before : resume(before, previous, env);
  const extranonce1 = printUint32(state.extranonce1);
  const subscriptions = [
    ['mining.set_difficulty', extranonce1],
    ['mining.notify', extranonce1],
  ];
  const reply = resultLine(id, [subscriptions, extranonce1, extranonce2Bytes]);
  if (state.subscribed) return answer(state, reply);
  return startMining({ ...state, subscribed: true }, [reply], [], env);
}

/** Open jobs keep the work that they had for the earlier session, also those that opened after it ended. */
function resume(state: SessionState, previous: unknown, env: BitcoinEnv): SessionState {
  const wanted = readUint32(previous);
  if (wanted < 0 || wanted === state.extranonce1) return state;
  const grants = env.resume?.(wanted, state.extranonce1);
  if (grants === undefined) return state;
  return { ...state, resumed: true, extranonce1: wanted, grants, pricedUpTo: env.jobs.nextNumber - 1 };
}

function suggestDifficulty(
  state: SessionState,
  id: MessageId,
  difficulty: unknown,
  env: BitcoinEnv,
): Step<SessionState> {
  const work =
    typeof difficulty === 'number' ? workOfDifficulty(difficulty, env.rules.scale, env.rules) : undefined;
  if (work === undefined) return answer(state, errorLine(id, 20, requestRefusal.badDifficulty));
  return answer({ ...state, asked: work, floor: work }, acceptedLine(id));
}

const nothing: readonly never[] = [];

function quiet(state: SessionState): Step<SessionState> {
  return { state, replies: nothing, effects: nothing };
}
