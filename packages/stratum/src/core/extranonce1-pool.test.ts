import { describe, expect, it } from 'vitest';
import { createExtranonce1Pool, type ReleasedWork } from './extranonce1-pool.ts';
import { bitcoinJobs } from '../dialects/bitcoin/jobs.ts';
import { easyRules } from '../testing/session-kit.ts';

/** Answers these numbers one after the other, and then every number after the last. */
function listed(...numbers: number[]): (below: number) => number {
  let last = 0;
  return () => (last = numbers.shift() ?? last + 1);
}

const grant = { from: 1, work: 2n, target: new Uint8Array(32), extranonce1: 0xf0000005 };
const port: ReleasedWork = { jobs: bitcoinJobs(), rules: easyRules, grants: [grant] };

describe('createExtranonce1Pool', () => {
  it('begins with the instance, and never gives what is live', () => {
    const pool = createExtranonce1Pool(listed(5, 5, 9, 5, 9, 2), 0xf0);
    expect([pool.take(), pool.take(), pool.take()]).toEqual([0xf0000005, 0xf0000009, 0xf0000002]);
    expect(pool.taken).toBe(3);
  });

  it('asks for numbers of three bytes, and gives up when it is shown only those that are taken', () => {
    const belows: number[] = [];
    const pool = createExtranonce1Pool((below) => {
      belows.push(below);
      return 0;
    }, 1);
    expect(pool.take()).toBe(0x01000000);
    expect(pool.take()).toBeUndefined();
    expect(new Set(belows)).toEqual(new Set([0x1000000]));
  });

  it('keeps two instances apart', () => {
    const [one, other] = [createExtranonce1Pool(listed(), 1), createExtranonce1Pool(listed(), 2)];
    const numbers = Array.from({ length: 2000 }, () => [one.take(), other.take()]).flat();
    expect(new Set(numbers).size).toBe(4000);
  });

  it('knows no instance outside of a byte', () => {
    expect(() => createExtranonce1Pool(listed(), 256)).toThrow(RangeError);
    expect(() => createExtranonce1Pool(listed(), -1)).toThrow(RangeError);
  });

  it('gives a number back with its grants, once, and to no session in the meantime', () => {
    const pool = createExtranonce1Pool(listed(5, 5, 6), 0xf0);
    const first = pool.take() ?? 0;
    expect(pool.claim(first, port)).toBeUndefined();
    pool.giveBack(first, port);
    expect(pool.take()).toBe(0xf0000006);
    expect(pool.claim(first, port)).toEqual([grant]);
    expect(pool.claim(first, port)).toBeUndefined();
    expect(pool.taken).toBe(2);
  });

  it('gives no number back whose grants are for other jobs or other rules, or not known', () => {
    const pool = createExtranonce1Pool(listed(5, 6), 0xf0);
    const [first = 0, second = 0] = [pool.take(), pool.take()];
    pool.giveBack(first, port);
    pool.giveBack(second);
    expect(pool.claim(first, { ...port, jobs: bitcoinJobs() })).toBeUndefined();
    expect(pool.claim(first, { ...port, rules: { ...easyRules } })).toBeUndefined();
    expect(pool.claim(second, port)).toBeUndefined();
    expect(pool.claim(0xf1000005, port)).toBeUndefined();
    expect(pool.claim(first, port)).toEqual([grant]);
  });

  it('forgets what was given back when its numbers are taken away', () => {
    const pool = createExtranonce1Pool(listed(5), 0xf0);
    const first = pool.take() ?? 0;
    pool.giveBack(first, port);
    pool.retire();
    pool.begin(0xf0);
    expect(pool.claim(first, port)).toBeUndefined();
    expect(pool.taken).toBe(0);
  });
});
