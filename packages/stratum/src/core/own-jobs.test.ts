import { describe, expect, it } from 'vitest';
import { easyRules } from '../testing/session-kit.ts';
import { chooseWork } from './choose-work.ts';
import { targetBytes } from './difficulty.ts';
import { type OpenJob, plainJobs } from './jobs.ts';
import { findOwnJob, giveOwnJob, type OwnJobs } from './own-jobs.ts';
import { newSessionCore, type PortRules } from './session-state.ts';

/** One hash for each of work. */
const rules: PortRules = {
  ...easyRules,
  scale: { difficulty1Target: 1n << 256n, hashesPerDifficulty1: 1n },
  minimumWork: 4n,
  startWork: 64n,
  maximumWork: 1n << 40n,
};

interface Parts {
  readonly clean: boolean;
  readonly networkWork: bigint;
}

function port() {
  let count = 0;
  const jobs = plainJobs((parts: Parts) => {
    count += 1;
    return { ...parts, id: `j${count}`, chain: 'test', height: 1, networkTarget: 0n };
  });
  return {
    jobs,
    open: (more: Partial<Parts> = {}): OpenJob => jobs.open({ clean: true, networkWork: 1n << 60n, ...more }),
    env: (ms = 0) => ({ now: ms, rules, jobs }),
  };
}

type State = OwnJobs;
const newState = (more: Partial<State> = {}): State => ({ ...newSessionCore(), jobs: [], ...more });

describe('a job of a session’s own', () => {
  it('has content that no other session has, and what it counts is fixed with it', () => {
    const { open, env } = port();
    open();
    const [first, second] = [giveOwnJob(newState(), env()), giveOwnJob(newState(), env())];
    expect([first?.job.opened.job.id, second?.job.opened.job.id]).toEqual(['j2', 'j3']);
    expect(first?.job).toMatchObject({ work: 64n, target: targetBytes(1n << 250n) });
    const asking = { ...(first?.state ?? newState()), asked: 128n };
    const next = giveOwnJob(asking, env());
    expect(next?.state.jobs.map(({ work }) => work)).toEqual([64n, 128n]);
    expect([next?.isNewWork, next?.state.asked]).toEqual([true, undefined]);
  });

  it('is none while there is no work', () => {
    const { jobs, open, env } = port();
    expect(giveOwnJob(newState(), env())).toBeUndefined();
    open();
    jobs.withdraw();
    expect(giveOwnJob(newState(), env())).toBeUndefined();
  });

  it('takes shares among the newest eight, and until its block is found', () => {
    const { open, env } = port();
    open();
    let state = newState();
    for (let count = 0; count < 9; count++) state = giveOwnJob(state, env())?.state ?? state;
    expect(state.jobs.map(({ opened }) => opened.job.id)).toEqual([
      'j3',
      'j4',
      'j5',
      'j6',
      'j7',
      'j8',
      'j9',
      'j10',
    ]);
    const isOpen = (id: string): boolean =>
      findOwnJob(state, env(), ({ job }) => job.id === id) !== undefined;
    expect([isOpen('j2'), isOpen('j3'), isOpen('j10')]).toEqual([false, true, true]);
    open({ clean: false });
    expect(isOpen('j10')).toBe(true);
    open({ clean: true });
    expect(isOpen('j10')).toBe(false);
    expect(giveOwnJob(state, env())?.state.jobs).toHaveLength(1);
  });

  it('keeps its work while the pace cannot be judged, and begins to measure again when it changes', () => {
    const { open, env } = port();
    open();
    const first = giveOwnJob(newState(), env(1000));
    if (first === undefined) throw new Error('no job');
    expect(first.state.since).toBe(1000);
    const measured = { ...first.state, counts: { shares: 11, faults: 1, repeats: 0 } };
    const kept = giveOwnJob(measured, env(60_999));
    expect(kept).toMatchObject({ isNewWork: false, job: { work: 64n }, state: { since: 1000 } });
    expect(kept?.state.counts.shares).toBe(11);
    // A minute: 60 shares in it are ten times the six that are wanted, and 640 is 1010000000 in binary.
    const busy = { ...first.state, counts: { shares: 60, faults: 1, repeats: 0 } };
    const raised = giveOwnJob(busy, env(61_000));
    expect(raised).toMatchObject({ isNewWork: true, job: { work: 640n }, state: { since: 61_000 } });
    expect(raised?.state.counts).toEqual({ shares: 0, faults: 1, repeats: 0 });
  });
});

describe('the work of a session’s next job', () => {
  const opened = (networkWork = 1n << 60n): OpenJob => port().open({ networkWork });
  const choose = (
    state: Partial<State>,
    present: bigint | undefined,
    { job = opened(), isMining = true, seconds = 0, shares = 0 } = {},
  ) =>
    chooseWork(newState({ counts: { shares, faults: 0, repeats: 0 }, ...state }), present, job, isMining, {
      now: seconds * 1000,
      rules,
    });

  it('is where the port begins, unless the miner asks for another, within the bounds of the port', () => {
    expect(choose({}, undefined)).toBe(64n);
    expect(choose({ asked: 100n }, undefined)).toBe(100n);
    expect(choose({ asked: 1n }, 64n)).toBe(4n);
    expect(choose({ asked: 1n << 50n }, 64n)).toBe(1n << 40n);
  });

  it('is never more than a block, whatever is asked for, and never less than the port allows', () => {
    expect(choose({ asked: 1000n }, undefined, { job: opened(500n) })).toBe(500n);
    expect(choose({}, undefined, { job: opened(32n) })).toBe(32n);
    expect(choose({ floor: 1000n }, undefined, { job: opened(500n) })).toBe(500n);
    expect(choose({}, undefined, { job: opened(2n) })).toBe(4n);
  });

  it('does not fall below what the miner has asked for', () => {
    const silent = { seconds: 600, shares: 0 };
    expect(choose({}, 1024n, silent)).toBe(256n);
    expect(choose({ floor: 512n }, 1024n, silent)).toBe(512n);
    expect(choose({ floor: 512n }, undefined)).toBe(512n);
  });

  it('is not judged before the login, nor before a minute or twelve shares', () => {
    expect(choose({}, 1024n, { isMining: false, seconds: 600 })).toBeUndefined();
    expect(choose({}, 1024n, { seconds: 59, shares: 11 })).toBeUndefined();
    expect(choose({}, 1024n, { seconds: 60, shares: 6 })).toBe(1024n);
    expect(choose({ since: 30_000 }, 1024n, { seconds: 60, shares: 6 })).toBeUndefined();
    expect(choose({}, 1024n, { seconds: 12, shares: 12 })).toBe(10_240n);
  });
});
