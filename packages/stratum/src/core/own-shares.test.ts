import { describe, expect, it } from 'vitest';
import { sha256d } from '../testing/sha256d.ts';
import { plainJobs } from './jobs.ts';
import type { OwnJob } from './own-jobs.ts';
import { keyOfNonce, keyOfSeal, limitOf, type PendingOwnShare, settleOwnShare } from './own-shares.ts';
import { newSessionCore } from './session-state.ts';

const login = {
  coin: 'KAS',
  network: 'kaspa',
  address: 'a',
  memo: null,
  worker: 'w',
  referralCode: null,
};
const hash = (high: number): Uint8Array => new Uint8Array(32).fill(high, 31);

/** A block has to be at most 10 in its most significant byte, a share at most `target`. */
function jobOf(target: number): OwnJob {
  const jobs = plainJobs((parts: { readonly networkTarget: bigint }) => ({
    ...parts,
    id: '1',
    chain: 'test',
    height: 1,
    networkWork: 1n << 20n,
    clean: true,
  }));
  return { opened: jobs.open({ networkTarget: 10n << 248n }), work: 4096n, target: hash(target) };
}

function shareOf(job: OwnJob): PendingOwnShare<OwnJob['opened'], string> {
  return { id: 3, login, job, solution: 'nonce', key: hash(1), at: 77 };
}

describe('the key of a share', () => {
  const content = new Uint8Array(32).fill(5);

  it('is the same for a nonce and for its eight bytes', () => {
    const seal = Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 2);
    expect(keyOfNonce(content, 258n, { sha256d })).toEqual(keyOfSeal(content, seal, { sha256d }));
  });

  it('tells nonces apart, and the same nonce of other content', () => {
    const keys = [
      keyOfNonce(content, 0n, { sha256d }),
      keyOfNonce(content, 1n, { sha256d }),
      keyOfNonce(content, (1n << 64n) - 1n, { sha256d }),
      keyOfNonce(new Uint8Array(32).fill(6), 0n, { sha256d }),
    ].map((key) => Buffer.from(key).toString('hex'));
    expect(new Set(keys).size).toBe(4);
    expect(keys.every((key) => key.length === 64)).toBe(true);
  });
});

describe('the limit for a verifier', () => {
  it('is what is easier: a share, or on a very small network a block', () => {
    expect(limitOf(jobOf(100))).toEqual(hash(100));
    expect(limitOf(jobOf(5))).toEqual(hash(10));
    expect(limitOf(jobOf(10))).toEqual(hash(10));
  });
});

describe('a share that is settled', () => {
  const settle = (target: number, proof: number, accepting = true) => {
    const state = newSessionCore();
    state.counts.faults = 2;
    const settled = settleOwnShare(state, shareOf(jobOf(target)), hash(proof), () => 'b10c', { accepting });
    return { settled, counts: state.counts };
  };
  const counted = { shares: 1, faults: 0, repeats: 0 };

  it('is counted with the work of its job', () => {
    const { settled, counts } = settle(100, 50);
    expect(settled).toMatchObject([{ kind: 'share', login, work: 4096n, at: 77 }]);
    expect(counts).toEqual(counted);
  });

  it('is counted, and a candidate, where it makes a block', () => {
    const { settled, counts } = settle(100, 9);
    expect(settled).toMatchObject([
      { kind: 'share', work: 4096n },
      { kind: 'candidate', block: { login, solution: 'nonce', hash: 'b10c', at: 77 } },
    ]);
    expect(counts).toEqual(counted);
  });

  it('is a candidate alone where a block is easier than a share', () => {
    const { settled, counts } = settle(5, 9);
    expect(settled).toMatchObject([{ kind: 'candidate' }]);
    expect(settled).toHaveLength(1);
    expect(counts).toEqual(counted);
  });

  it.each([
    { proof: 101, accepting: true, reason: 'low-difficulty' },
    { proof: 50, accepting: false, reason: 'not-recording' },
  ])('is refused as $reason, and changes nothing', ({ proof, accepting, reason }) => {
    expect(settle(100, proof, accepting)).toEqual({
      settled: reason,
      counts: { shares: 0, faults: 2, repeats: 0 },
    });
  });

  it('brings its work once', () => {
    const job = jobOf(100);
    const state = newSessionCore();
    const again = () => settleOwnShare(state, shareOf(job), hash(9), () => 'b10c', { accepting: true });
    expect(again()).toHaveLength(2);
    expect(again()).toBe('duplicate');
    expect(state.counts.shares).toBe(1);
  });
});
