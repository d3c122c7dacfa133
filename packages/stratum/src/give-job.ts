import { extranonce2Bytes } from './bitcoin/job.ts';
import { difficultyOfWork } from './difficulty.ts';
import { printUint32 } from './hex.ts';
import type { OpenJob } from './jobs.ts';
import { notificationLine } from './reply.ts';
import { type Grant, phaseOf, type SessionEnv, type SessionState } from './session-state.ts';
import { clampWork, nextWork } from './vardiff.ts';

export interface GivenJob {
  readonly state: SessionState;
  /** Lines that this session must hear before the job's own; none for most. */
  readonly before: readonly string[];
}

const nothing: readonly string[] = [];

type JobEnv = Pick<SessionEnv, 'now' | 'rules' | 'jobs'>;

/**
 * Gives an authorized session a job that was just opened, or the current one when it joins. Work and extranonce change
 * here and nowhere else, so every job keeps what the session was told for it. Undefined for a session that is not
 * mining yet.
 */
export function giveJob(state: SessionState, opened: OpenJob, env: JobEnv): GivenJob | undefined {
  if (phaseOf(state) !== 'authorized') return undefined;
  const present = state.grants.at(-1);
  const chosen = chooseWork(state, present, opened, env);
  const extranonce1 = state.nextExtranonce1 ?? state.extranonce1;
  if (present !== undefined && present.from <= opened.number && extranonce1 === present.extranonce1) {
    if (chosen === undefined) return { state, before: nothing };
    if (chosen === present.work) {
      return { state: { ...state, asked: undefined, ...newWindow(state, env) }, before: nothing };
    }
  }

  const work = chosen ?? present?.work ?? env.rules.startWork;
  const before: string[] = [];
  if (work !== present?.work) {
    before.push(notificationLine('mining.set_difficulty', [difficultyOfWork(work, env.rules.scale)]));
  }
  if (extranonce1 !== state.extranonce1) {
    before.push(notificationLine('mining.set_extranonce', [printUint32(extranonce1), extranonce2Bytes]));
  }
  const grant: Grant = {
    from: opened.number,
    work,
    target: env.jobs.targetOf(work, env.rules.scale),
    extranonce1,
  };
  return {
    state: {
      ...state,
      extranonce1,
      grants: stillNeeded([...state.grants, grant], env.jobs.oldestNumber),
      asked: undefined,
      nextExtranonce1: undefined,
      ...newWindow(state, env),
    },
    before,
  };
}

/** From here on the pace is measured anew. */
function newWindow({ counts }: SessionState, { now }: JobEnv): Pick<SessionState, 'since' | 'counts'> {
  return { since: now, counts: { shares: 0, faults: counts.faults } };
}

/** The grant that holds for a job, or undefined when the session never got that job. */
export function grantForJob(state: SessionState, jobNumber: number): Grant | undefined {
  for (let index = state.grants.length - 1; index >= 0; index--) {
    const grant = state.grants[index];
    if (grant !== undefined && grant.from <= jobNumber) return grant;
  }
  return undefined;
}

/** Undefined while the session's pace cannot be judged. */
function chooseWork(
  state: SessionState,
  present: Grant | undefined,
  opened: OpenJob,
  env: JobEnv,
): bigint | undefined {
  const { rules } = env;
  const maximumWork = rules.maximumWork < opened.shareWorkMax ? rules.maximumWork : opened.shareWorkMax;
  const floor = state.floor < maximumWork ? state.floor : maximumWork;
  const bounds = { minimumWork: rules.minimumWork > floor ? rules.minimumWork : floor, maximumWork };
  if (state.asked !== undefined) return clampWork(state.asked, bounds);
  if (present === undefined) return clampWork(rules.startWork, bounds);
  const pace = { work: present.work, shares: state.counts.shares, seconds: (env.now - state.since) / 1000 };
  return nextWork(pace, rules.vardiff, bounds);
}

/** A grant is needed until the one after it holds for every open job; one that holds for none, no longer. */
function stillNeeded(grants: readonly Grant[], oldestNumber: number): readonly Grant[] {
  return grants.filter(({ from }, index) => {
    const next = grants[index + 1];
    return next === undefined || (next.from > oldestNumber && from < next.from);
  });
}
