import { describe, expect, it } from 'vitest';
import { easyRules } from '../testing/session-kit.ts';
import { chooseWork, newWindow } from './choose-work.ts';
import { type OpenJob, plainJobs } from './jobs.ts';
import { newSessionCore, type PortRules, type SessionCore } from './session-state.ts';

const rules: PortRules = { ...easyRules, minimumWork: 4n, startWork: 64n, maximumWork: 4096n };

/** A job of which a block takes this work: no share of it stands for more. */
function jobOf(networkWork: bigint): OpenJob {
  const jobs = plainJobs((parts: { readonly networkWork: bigint }) => ({
    ...parts,
    clean: true,
    id: 'j',
    chain: 'test',
    height: 1,
    networkTarget: 0n,
  }));
  return jobs.open({ networkWork });
}

const far = jobOf(1n << 60n);
const near = jobOf(512n);
const session = (more: Partial<SessionCore> = {}): SessionCore => ({ ...newSessionCore(), ...more });
const counted = (shares: number, more: Partial<SessionCore> = {}): SessionCore =>
  session({ counts: { shares, faults: 0, repeats: 0 }, ...more });
const after = (seconds: number, paceMin = 0) => ({ now: seconds * 1000, rules, paceMin });

describe('the work of a session’s next job', () => {
  it('is that of the port before it had one, within what the miner wants at the least', () => {
    expect(chooseWork(session(), undefined, far, false, after(0))).toBe(64n);
    expect(chooseWork(session({ floor: 1000n }), undefined, far, false, after(0))).toBe(1000n);
    expect(chooseWork(session({ floor: 9000n }), undefined, far, false, after(0))).toBe(4096n);
  });

  it('is what the miner asked for, whatever its pace, within the bounds of the port', () => {
    const fast = { asked: 200n };
    expect(chooseWork(counted(500, fast), 64n, far, true, after(100))).toBe(200n);
    expect(chooseWork(session({ asked: 1n }), undefined, far, false, after(0))).toBe(4n);
    expect(chooseWork(session({ asked: 1n << 40n }), 64n, far, true, after(0))).toBe(4096n);
  });

  it('is never more than a block, also where the miner asks for more at the least', () => {
    expect(chooseWork(session({ asked: 4000n }), 64n, near, true, after(0))).toBe(512n);
    expect(chooseWork(session({ floor: 1000n }), undefined, near, false, after(0))).toBe(512n);
    expect(chooseWork(counted(800), 512n, near, true, after(100))).toBe(512n);
  });

  it('follows the pace of one that mines: eight shares in ten seconds instead of one are eight times the work', () => {
    expect(chooseWork(counted(80), 64n, far, true, after(100))).toBe(512n);
    expect(chooseWork(counted(80, { since: 50_000 }), 64n, far, true, after(100))).toBe(1024n);
    expect(chooseWork(counted(0), 64n, far, true, after(100))).toBe(16n);
    expect(chooseWork(counted(0, { floor: 40n }), 64n, far, true, after(100))).toBe(40n);
  });

  it('is not judged before the login, and not before enough was seen', () => {
    expect(chooseWork(counted(500), 64n, far, false, after(100))).toBeUndefined();
    expect(chooseWork(counted(3), 64n, far, true, after(5))).toBeUndefined();
  });

  it('gives the verifier its time: a pace that is usual is too fast where it has less', () => {
    expect(chooseWork(counted(10), 64n, far, true, after(100))).toBe(64n);
    expect(chooseWork(counted(10), 64n, far, true, after(400, 40))).toBe(64n);
    expect(chooseWork(counted(12), 64n, far, true, after(100, 40))).toBe(288n);
  });

  it('is measured again from where it was set, and faults stay counted', () => {
    const state = session({ counts: { shares: 9, faults: 2, repeats: 1 } });
    expect(newWindow(state, after(7))).toEqual({ since: 7000, counts: { shares: 0, faults: 2, repeats: 1 } });
    // Counts are written in place: those of before are the session's of before.
    expect(newWindow(state, after(7)).counts).not.toBe(state.counts);
  });
});
