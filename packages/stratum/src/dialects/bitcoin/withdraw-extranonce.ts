import { phaseOf, type SessionState } from './session-state.ts';

/**
 * Takes a session's extranonce1 away because another session may get it from now on: no job that it was given counts any
 * more, and the next one has to bring another number (`nextExtranonce1`). Its difficulty stays. Undefined for a session
 * that is not mining yet or did not ask for `mining.set_extranonce`: such a miner can only come again.
 */
export function withdrawExtranonce(state: SessionState): SessionState | undefined {
  if (!state.followsExtranonce || phaseOf(state) !== 'authorized') return undefined;
  const last = state.grants.at(-1);
  // Stays as what the miner was told last, and holds for no job any more.
  const grants = last === undefined ? [] : [{ ...last, from: Number.POSITIVE_INFINITY }];
  return { ...state, grants, privateJob: undefined, asked: state.asked ?? last?.work };
}
