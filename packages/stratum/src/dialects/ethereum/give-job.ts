import { ShareMemory } from '../../core/duplicates.ts';
import { findOwnJob, giveOwnJob, type OwnJob } from '../../core/own-jobs.ts';
import { openJobsMax } from '../../core/jobs.ts';
import type { EthereumEnv, EthereumState } from './ethereum-state.ts';
import type { OpenEthereumJob } from './jobs.ts';

/**
 * Gives a session a job: one of its own, or the newest of its seat at another pool, which all miners of that have and whose price is one for
 * all. Undefined while there is none.
 */
export function giveJob(
  state: EthereumState,
  env: EthereumEnv,
):
  | {
      readonly state: EthereumState;
      readonly job: OwnJob<OpenEthereumJob>;
      readonly isNewWork: boolean;
    }
  | undefined {
  const { relayed } = state;
  if (relayed === undefined) return giveOwnJob(state, env);
  const { seat, current } = relayed;
  if (seat === undefined || current === undefined) return undefined;
  const known = state.jobs.find(({ opened }) => opened === current);
  if (known !== undefined) return { state, job: known, isNewWork: false };
  const job = { opened: current, ...current.price, sent: new ShareMemory() };
  const isNewWork = state.jobs.at(-1)?.work !== job.work;
  return { state: { ...state, jobs: [...state.jobs, job].slice(-openJobsMax) }, job, isNewWork };
}

/** A job of the session that still takes shares; where it is another pool's, that says later whether it does. */
export function findJob(
  state: EthereumState,
  env: EthereumEnv,
  isIt: (opened: OpenEthereumJob) => boolean,
): OwnJob<OpenEthereumJob> | undefined {
  if (state.relayed === undefined) return findOwnJob(state, env, isIt);
  return state.jobs.findLast(({ opened }) => isIt(opened));
}
