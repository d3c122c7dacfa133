import { phaseOf, type SessionState } from './session-state.ts';

/**
 * Takes a session's extranonce1 away because somebody else may have it from now on: no job that it was given counts any
 * more, and the next one has to bring another number (`nextExtranonce1`). Its difficulty stays. Undefined for a session
 * that is not mining yet or did not ask for `mining.set_extranonce`: such a miner can only come again.
 */
export function withdrawExtranonce(state: SessionState): SessionState | undefined {
  if (!state.followsExtranonce || phaseOf(state) !== 'authorized') return undefined;
  return { ...state, grants: [], asked: state.asked ?? state.grants.at(-1)?.work };
}
