import { describe, expect, it } from 'vitest';
import { VerifierLoad } from './verifier-load.ts';

const minute = 60_000;

describe('connections that share a verifier', () => {
  it('are those with an accepted share in the last ten minutes: one that only stays connected takes no part from the others', () => {
    // 30 s of two threads a share, so that each connection is 25 s.
    const load = new VerifierLoad({ capacity: () => ({ msPerShare: 30_000, threads: 2 }) });
    const [idle, miner] = [{}, {}];
    load.enter(idle, 0);
    load.enter(miner, minute);
    expect(load.paceMin(minute)).toBe(50);
    load.enter(miner, 9 * minute);
    expect(load.paceMin(10 * minute)).toBe(50);
    expect(load.paceMin(10 * minute + 1)).toBe(25);
    // Its next share counts it again.
    load.enter(idle, 11 * minute);
    expect(load.paceMin(11 * minute)).toBe(50);
    load.leave(miner);
    expect(load.paceMin(11 * minute)).toBe(25);
  });

  it('have no least pace before the verifier knows what a share takes', () => {
    const load = new VerifierLoad({ capacity: () => undefined });
    load.enter({}, 0);
    expect(load.paceMin(0)).toBe(0);
  });
});
