import type { Effect, PortRules, SessionCore } from './session-state.ts';

/** A stranger whose first words are no JSON speaks another protocol; a miner may stumble a few times. */
export function countFault(
  state: SessionCore,
  why: 'unreadable' | 'shape',
  rules: PortRules,
): readonly Effect[] {
  state.counts.faults += 1;
  if (why === 'unreadable' && state.workers.size === 0)
    return [{ kind: 'disconnect', reason: 'not-stratum' }];
  return state.counts.faults > rules.faultsMax ? [{ kind: 'disconnect', reason: 'faults' }] : [];
}
