import type { OpenJob } from './jobs.ts';
import type { SessionCore, SessionEnv } from './session-state.ts';
import { clampWork, nextWork } from './vardiff.ts';

type WorkEnv = Pick<SessionEnv, 'now' | 'rules' | 'paceMin'>;

/**
 * The work that a session's next job asks for: what the miner asked for, else what its pace says, within the bounds of the port
 * and never more than a block. `present` is undefined for a session that was given no job; the answer is undefined while the
 * session's pace cannot be judged.
 */
export function chooseWork(
  state: SessionCore,
  present: bigint | undefined,
  opened: OpenJob,
  isMining: boolean,
  env: WorkEnv,
): bigint | undefined {
  const { rules } = env;
  const maximumWork = rules.maximumWork < opened.shareWorkMax ? rules.maximumWork : opened.shareWorkMax;
  const floor = state.floor < maximumWork ? state.floor : maximumWork;
  const bounds = { minimumWork: rules.minimumWork > floor ? rules.minimumWork : floor, maximumWork };
  if (state.asked !== undefined) return clampWork(state.asked, bounds);
  if (present === undefined) return clampWork(rules.startWork, bounds);
  // Before the login there is no pace.
  if (!isMining) return undefined;
  const pace = { work: present, shares: state.counts.shares, seconds: (env.now - state.since) / 1000 };
  return nextWork(pace, rules.vardiff, bounds, env.paceMin);
}

/** From here on the share rate is measured again. */
export function newWindow({ counts }: SessionCore, { now }: WorkEnv): Pick<SessionCore, 'since' | 'counts'> {
  return { since: now, counts: { ...counts, shares: 0 } };
}
