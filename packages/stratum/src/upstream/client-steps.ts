import type { Room } from './client-dialect.ts';
import type { Asked, ClientOutcome, ClientState, ClientStep } from './client-state.ts';
import { type ClientFault, endsConnection, ignoredFaultsMax } from './faults.ts';

/** A miner's answer is held no longer than this, ms. */
const answerMs = 10_000;
/** The answer to a share given up is still heard for this long after it was sent, ms. */
const forgottenMs = 60_000;
/** Pools that do not know a question of the greeting may say nothing to it, ms. */
const optionalMs = 3000;

export const nothing: readonly never[] = [];

export function quiet<Work>(state: ClientState<Work>): ClientStep<Work> {
  return { state, lines: nothing, outcomes: nothing };
}

/** One step after another. */
export function joined<Work>(first: ClientStep<Work>, second: ClientStep<Work>): ClientStep<Work> {
  return {
    state: second.state,
    lines: [...first.lines, ...second.lines],
    outcomes: [...first.outcomes, ...second.outcomes],
  };
}

export function faulty<Work>(state: ClientState<Work>, fault: ClientFault, text = ''): ClientStep<Work> {
  if (endsConnection(fault)) return ended(state, fault, text);
  const ignoredFaults = state.ignoredFaults + 1;
  const step = {
    ...quiet({ ...state, ignoredFaults }),
    outcomes: [{ kind: 'fault', fault, text, ends: false }],
  } as const;
  return ignoredFaults <= ignoredFaultsMax ? step : joined(step, ended(step.state, 'too-many-faults', ''));
}

function ended<Work>(state: ClientState<Work>, fault: ClientFault, text: string): ClientStep<Work> {
  const outcome: ClientOutcome<Work> = { kind: 'fault', fault, text, ends: true };
  return { state: { ...state, phase: 'ended' }, lines: nothing, outcomes: [outcome] };
}

/** The questions that have waited too long: shares are unknown, and what may fail has failed (`skipped`). */
export function passOverdue<Work>(
  state: ClientState<Work>,
  now: number,
): { readonly step: ClientStep<Work>; readonly skipped: boolean } {
  const changed = new Map<number, Asked | undefined>();
  const outcomes: ClientOutcome<Work>[] = [];
  let skipped = false;
  for (const [id, asked] of state.asked) {
    const ms = now - asked.at;
    const { name, ticket, givenUp } = asked;
    if (name === 'submit') {
      if (ms > forgottenMs) changed.set(id, undefined);
      else if (ms >= answerMs && !givenUp) changed.set(id, { ...asked, givenUp: true });
      if (ms >= answerMs && !givenUp) outcomes.push({ kind: 'unknown', ticket });
    } else if ((name === 'configure' || name === 'follow') && ms >= optionalMs) {
      changed.set(id, undefined);
      skipped = true;
    } else if ((name === 'alive' || name === 'work') && ms > forgottenMs) changed.set(id, undefined);
  }
  if (changed.size === 0) return { step: quiet(state), skipped };
  const asked = new Map(state.asked);
  for (const [id, each] of changed) {
    if (each === undefined) asked.delete(id);
    else asked.set(id, each);
  }
  return { step: { ...quiet({ ...state, asked }), outcomes }, skipped };
}

export function isSameRoom(left: Room, right: Room): boolean {
  return left.prefix === right.prefix && left.freeBytes === right.freeBytes;
}
