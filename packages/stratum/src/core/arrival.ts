import type { Message } from '../wire/message.ts';
import type { Dialect } from './dialect.ts';
import type { OpenJob, OpenJobs } from './jobs.ts';
import type { SessionCore, SessionEnv, Step } from './session-state.ts';

/** How long a message may wait and still be judged by when it came, in ms. */
const waitMaxMs = 30_000;

/** How a session and its jobs stood when a message came that had to wait for its turn. */
export interface Arrival {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly state: SessionCore;
  readonly jobs: OpenJobs<OpenJob>;
}

/**
 * Judges a share that waited behind another one: where its job was closed meanwhile, it counts if it would have counted when it came.
 * `step` is what it is at its turn, which stands in every other case: what was not in order when it came is no better for having waited.
 */
export function judgeByArrival(
  dialect: Dialect,
  message: Message,
  step: Step,
  arrival: Arrival,
  env: SessionEnv,
): Step {
  if (reasonOf(step) !== 'stale' || env.now - arrival.at > waitMaxMs) return step;
  // Shares are counted on the session as it is now.
  const state = { ...arrival.state, counts: step.state.counts };
  const then = dialect.receive(state, message, { ...env, jobs: arrival.jobs });
  return reasonOf(then) === undefined ? { ...then, state: step.state } : step;
}

function reasonOf({ effects }: Step): string | undefined {
  for (const effect of effects) if (effect.kind === 'rejected') return effect.reason;
  return undefined;
}
