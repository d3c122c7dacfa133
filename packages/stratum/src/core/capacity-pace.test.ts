import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capacityPace } from './capacity-pace.ts';
import { defaultVardiff, nextWork } from './vardiff.ts';

const ghostrider = { msPerShare: 40, threads: 1 };

describe('the pace that a verifier has time for', () => {
  it('is that of GhostRider: no matter for 100 sessions, half a minute for 500, two minutes at most', () => {
    expect(capacityPace({ ...ghostrider, sessions: 0 })).toBe(0);
    expect(capacityPace({ ...ghostrider, sessions: 100 })).toBeCloseTo(6.667, 3);
    expect(capacityPace({ ...ghostrider, sessions: 500 })).toBeCloseTo(33.333, 3);
    expect(capacityPace({ ...ghostrider, sessions: 500, threads: 3 })).toBeCloseTo(11.111, 3);
    expect(capacityPace({ ...ghostrider, sessions: 100_000 })).toBe(120);
    // Ten thousand sessions of Blake3.
    expect(capacityPace({ sessions: 10_000, msPerShare: 0.16, threads: 1 })).toBeCloseTo(2.667, 3);
  });

  it('keeps the verifier to 60% where every session keeps to it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0.01, max: 30, noNaN: true }),
        fc.integer({ min: 1, max: 4 }),
        (sessions, msPerShare, threads) => {
          const pace = capacityPace({ sessions, msPerShare, threads });
          const busyMsPerSecond = (sessions / pace) * msPerShare;
          expect(busyMsPerSecond / (1000 * threads)).toBeLessThanOrEqual(0.6 + 1e-9);
        },
      ),
    );
  });

  it('raises a session that is faster, at any tolerance, and lowers none below it', () => {
    const bounds = { minimumWork: 16n, maximumWork: 1n << 60n };
    // A share in 20 s is within twice the usual ten; not where each session has 33 s.
    expect(nextWork({ work: 1024n, shares: 12, seconds: 240 }, defaultVardiff, bounds)).toBe(1024n);
    expect(nextWork({ work: 1024n, shares: 12, seconds: 240 }, defaultVardiff, bounds, 33)).toBe(1664n);
    // Too few shares to judge: six are to be expected.
    expect(nextWork({ work: 1024n, shares: 1, seconds: 60 }, defaultVardiff, bounds, 33)).toBeUndefined();
    fc.assert(
      fc.property(
        fc.bigInt({ min: 16n, max: 1n << 40n }),
        fc.nat(10_000),
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 120, noNaN: true }),
        (work, shares, seconds, paceMin) => {
          const next = nextWork({ work, shares, seconds }, defaultVardiff, bounds, paceMin);
          if (next === undefined) return;
          if (shares * paceMin > seconds) expect(next).toBeGreaterThanOrEqual(work);
          const usual = nextWork({ work, shares, seconds }, defaultVardiff, bounds);
          if (usual !== undefined) expect(next).toBeGreaterThanOrEqual(usual < work ? usual : work);
        },
      ),
    );
  });

  it('leaves the verifier below 70% with 400 machines of all sizes, from a start with ten times too much', () => {
    const draw = seeded(7);
    const bounds = { minimumWork: 16n, maximumWork: 1n << 60n };
    const machines = Array.from({ length: 400 }, () => {
      const rate = 10 ** (1 + 3 * draw());
      return { rate, work: BigInt(Math.ceil(rate)), shares: 0, seconds: 0 };
    });
    const pace = capacityPace({ ...ghostrider, sessions: machines.length });
    /** Of the verifier's time in five minutes. */
    const loads: number[] = [];
    for (let span = 0; span < 8; span += 1) {
      let verified = 0;
      for (let job = 0; job < 10; job += 1) {
        for (const machine of machines) {
          const found = poisson((machine.rate * 30) / Number(machine.work), draw);
          verified += found;
          machine.shares += found;
          machine.seconds += 30;
          const next = nextWork(machine, defaultVardiff, bounds, pace);
          if (next === undefined) continue;
          machine.work = next;
          machine.shares = machine.seconds = 0;
        }
      }
      loads.push((verified * ghostrider.msPerShare) / 300_000);
    }
    expect(loads[0]).toBeGreaterThan(1);
    for (const load of loads.slice(2)) expect(load).toBeLessThan(0.7);
    // And it is not left idle either.
    for (const load of loads.slice(2)) expect(load).toBeGreaterThan(0.25);
  });
});

function poisson(mean: number, draw: () => number): number {
  let found = -1;
  for (let waited = 0; waited < mean; found += 1) waited -= Math.log(1 - draw());
  return Math.max(0, found);
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
