import { chooseWork, newWindow } from './choose-work.ts';
import type { ShareMemory } from './duplicates.ts';
import { type OpenJob, openJobsMax } from './jobs.ts';
import type { ShareTerms } from './judge-share.ts';
import type { SessionCore, SessionEnv } from './session-state.ts';

/** A job that one session alone was given, and what its shares count. */
export interface OwnJob<Opened extends OpenJob = OpenJob> extends ShareTerms {
  readonly opened: Opened;
  /** What this session has sent for a job that others have too; left out where it alone has it. */
  readonly sent?: ShareMemory;
}

/** A session whose jobs have content of their own: no other session can use what it finds. */
export interface OwnJobs<Opened extends OpenJob = OpenJob> extends SessionCore {
  /** Oldest first; only those that still take shares. */
  readonly jobs: readonly OwnJob<Opened>[];
}

type JobEnv<Opened extends OpenJob> = Pick<SessionEnv<Opened>, 'now' | 'rules' | 'paceMin' | 'jobs'>;

/**
 * Gives a session a job like the current one, with content that was sent to no one, and fixes what its shares count: nothing that the
 * miner says later changes it. Undefined while there is no job.
 */
export function giveOwnJob<Opened extends OpenJob, State extends OwnJobs<Opened>>(
  state: State,
  env: JobEnv<Opened>,
): { readonly state: State; readonly job: OwnJob<Opened>; readonly isNewWork: boolean } | undefined {
  const opened = env.jobs.openPrivate();
  if (opened === undefined) return undefined;
  const present = state.jobs.at(-1)?.work;
  const chosen = chooseWork(state, present, opened, true, env);
  const work = chosen ?? present ?? env.rules.startWork;
  const job = { opened, work, target: env.jobs.targetOf(work, env.rules.scale) };
  const { oldestNumber } = env.jobs;
  const jobs = [...state.jobs.filter((each) => each.opened.number >= oldestNumber), job].slice(-openJobsMax);
  const window = chosen === undefined ? {} : newWindow(state, env);
  return {
    state: { ...state, ...window, jobs, asked: undefined },
    job,
    isNewWork: work !== present,
  };
}

/** A job of the session that still takes shares. */
export function findOwnJob<Opened extends OpenJob>(
  { jobs }: OwnJobs<Opened>,
  env: Pick<SessionEnv<Opened>, 'jobs'>,
  isIt: (opened: Opened) => boolean,
): OwnJob<Opened> | undefined {
  const { oldestNumber } = env.jobs;
  return jobs.findLast(({ opened }) => opened.number >= oldestNumber && isIt(opened));
}
