import type { RosterWorker } from './fleet-roster.ts';

/** Algorithms that machines of the demo mine: those that every sandbox verifies, by what Node has built in. */
export const rigAlgorithms = ['sha256', 'scrypt'] as const;

/** Whether a worker has a machine that goes on with it once the pool is open (`../rigs`): those that are always there. */
export function hasRig({ algorithm, attendance }: Pick<RosterWorker, 'algorithm' | 'attendance'>): boolean {
  return attendance === 'steady' && rigAlgorithms.some((each) => each === algorithm);
}
