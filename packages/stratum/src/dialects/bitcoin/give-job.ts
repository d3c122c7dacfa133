import { extranonce2Bytes } from './job.ts';
import { difficultyOfWork } from '../../core/difficulty.ts';
import { printUint32 } from '../../wire/hex.ts';
import { chooseWork, newWindow } from '../../core/choose-work.ts';
import type { Grant } from '../../core/session-state.ts';
import { notificationLine } from '../../wire/reply.ts';
import type { OpenBitcoinJob } from './jobs.ts';
import { type BitcoinEnv, phaseOf, type PrivateJob, type SessionState } from './session-state.ts';

export interface GivenJob {
  readonly state: SessionState;
  /** Lines that this session must hear before the job's own; none for most. */
  readonly before: readonly string[];
  /** False for a miner that has not logged in: the job's difficulty is fixed for it, but it is not sent. */
  readonly isSent: boolean;
}

const nothing: readonly string[] = [];

type JobEnv = Pick<BitcoinEnv, 'now' | 'rules' | 'jobs'>;

/**
 * Fixes the work of a session's shares on a job, a new one or the current one, and sends the job if the session is authorized. Work and
 * extranonce change only here, and only for a job whose content could not be searched before: shares count the work that their job was
 * given with, whatever the miner asks for later. Undefined before the session has its extranonce1.
 */
export function giveJob(state: SessionState, opened: OpenBitcoinJob, env: JobEnv): GivenJob | undefined {
  if (!state.subscribed) return undefined;
  const isSent = phaseOf(state) === 'authorized';
  const { number } = opened;
  if (number <= state.pricedUpTo) return { state, before: nothing, isSent };
  const present = state.grants.at(-1);
  const chosen = chooseWork(state, present?.work, opened, isSent, env);
  const extranonce1 = (isSent ? state.nextExtranonce1 : undefined) ?? state.extranonce1;
  if (present !== undefined && present.from <= number && extranonce1 === present.extranonce1) {
    if (chosen === undefined) return { state: { ...state, pricedUpTo: number }, before: nothing, isSent };
    if (chosen === present.work) {
      const same = { ...state, pricedUpTo: number, asked: undefined, ...newWindow(state, env) };
      return { state: same, before: nothing, isSent };
    }
  }

  const work = chosen ?? present?.work ?? env.rules.startWork;
  const before: string[] = [];
  if (work !== present?.work) before.push(difficultyLine(work, env));
  if (extranonce1 !== state.extranonce1) {
    before.push(notificationLine('mining.set_extranonce', [printUint32(extranonce1), extranonce2Bytes]));
  }
  const grant: Grant = { from: number, work, target: env.jobs.targetOf(work, env.rules.scale), extranonce1 };
  return {
    state: {
      ...state,
      extranonce1,
      grants: stillNeeded([...state.grants, grant], env.jobs.oldestNumber),
      pricedUpTo: number,
      asked: undefined,
      nextExtranonce1: undefined,
      ...newWindow(state, env),
    },
    before,
    isSent,
  };
}

/**
 * What a session hears once it is subscribed and authorized: a difficulty and a job. The current job keeps the difficulty that it got
 * when the extranonce1 was told. If the miner has asked for another difficulty since, it gets a job of its own, whose content it cannot
 * have searched yet. No lines for a session that is not authorized: the current job's difficulty is fixed for it all the same. Undefined
 * while there is no job.
 */
export function giveFirstJob(
  before: SessionState,
  env: JobEnv,
): { readonly state: SessionState; readonly lines: readonly string[] } | undefined {
  const { current } = env.jobs;
  if (current === undefined) return undefined;
  const given = giveJob(before, current, env);
  if (given === undefined) return undefined;
  if (!given.isSent) return { state: given.state, lines: nothing };
  const grant = grantForJob(given.state, current.number);
  if (grant === undefined) return undefined;
  // Only what a session was sent counts for it: jobs that came and went before its login are stale.
  const grants = given.state.resumed ? given.state.grants : [{ ...grant, from: current.number }];
  const state = { ...given.state, grants, ...newWindow(given.state, env) };
  const work = state.asked === undefined ? undefined : chooseWork(state, grant.work, current, true, env);
  const opened = work === undefined || work === grant.work ? undefined : env.jobs.openPrivate();
  if (work === undefined || opened === undefined) {
    const lines = given.before.length > 0 ? given.before : [difficultyLine(grant.work, env)];
    return { state, lines: [...lines, current.line] };
  }
  const { extranonce1 } = state;
  const target = env.jobs.targetOf(work, env.rules.scale);
  const own: Grant = { from: env.jobs.nextNumber, work, target, extranonce1 };
  return {
    state: {
      ...state,
      grants: [...(state.resumed ? state.grants : []), own],
      privateJob: { opened, grant: own },
      asked: undefined,
    },
    lines: [difficultyLine(work, env), opened.line],
  };
}

function difficultyLine(work: bigint, { rules }: JobEnv): string {
  return notificationLine('mining.set_difficulty', [difficultyOfWork(work, rules.scale)]);
}

/** A job that still takes shares and what it is worth to this session; undefined for any other. */
export function findGivenJob(
  state: SessionState,
  id: string,
  jobs: BitcoinEnv['jobs'],
): PrivateJob | undefined {
  const own = state.privateJob;
  if (own?.opened.job.id === id) return own.opened.number < jobs.oldestNumber ? undefined : own;
  const opened = jobs.find(id);
  const grant = opened && grantForJob(state, opened.number);
  return grant && { opened, grant };
}

/** The grant that holds for a job, or undefined when the session never got that job. */
function grantForJob(state: SessionState, jobNumber: number): Grant | undefined {
  for (let index = state.grants.length - 1; index >= 0; index--) {
    const grant = state.grants[index];
    if (grant !== undefined && grant.from <= jobNumber) return grant;
  }
  return undefined;
}

/** A grant is needed until the one after it holds for every open job; one that holds for none, no longer. */
function stillNeeded(grants: readonly Grant[], oldestNumber: number): readonly Grant[] {
  return grants.filter(({ from }, index) => {
    const next = grants[index + 1];
    return next === undefined || (next.from > oldestNumber && from < next.from);
  });
}
