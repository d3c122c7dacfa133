import { difficultyScale, targetOfWork } from '@openlode/stratum/core/difficulty';
import type { MoneroWork } from '@openlode/stratum/dialects/monero/monero-client';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { describe, expect, it } from 'vitest';
import { moneroJobFault } from './monero-job-fault.ts';

const scale = difficultyScale(1n << 256n);

function jobOf(hashes: bigint, seed = 1, algorithm = 'rx/0'): UpstreamJob<MoneroWork> {
  return {
    id: 'theirs',
    clean: true,
    target: targetOfWork(hashes, scale) - 1n,
    networkTarget: undefined,
    room: { prefix: '', freeBytes: 4 },
    work: { blob: new Uint8Array(76), seedHash: new Uint8Array(32).fill(seed), algorithm, height: 1 },
    content: 'a',
    versionMask: 0,
  };
}

describe('a job of a pool of Monero', () => {
  it('is given when a node of ours says what a block takes, and a share takes enough', () => {
    let ofBlock: bigint | undefined;
    const faultOf = moneroJobFault({ networkWork: () => ofBlock, leastWork: 1000n, now: () => 0 });
    expect(faultOf(jobOf(5000n))).toBe('no node of ours says what a block of its network takes');
    ofBlock = 100_000n;
    expect(faultOf(jobOf(5000n))).toBeUndefined();
    expect(faultOf(jobOf(999n))).toBe('a share of it takes 999 hashes, which would flood the port');
    // On a test network a block takes less.
    ofBlock = 8n;
    expect([faultOf(jobOf(8n)), faultOf(jobOf(2n))]).toEqual([undefined, undefined]);
  });

  it('has shares that take no more than a block, or hardly: a block must be sent on', () => {
    const faultOf = moneroJobFault({ networkWork: () => 5000n, leastWork: 1000n, now: () => 0 });
    expect(faultOf(jobOf(10_000n))).toBeUndefined();
    expect(faultOf(jobOf(10_001n))).toBe('a share of it takes 10001 hashes, and a block of its network 5000');
  });

  it('is one that miners take, and that is hashed here', () => {
    const faultOf = moneroJobFault({ networkWork: () => 8n, leastWork: undefined, now: () => 0 });
    const longOf = (bytes: number): UpstreamJob<MoneroWork> => {
      const job = jobOf(8n);
      return { ...job, work: { ...job.work, blob: new Uint8Array(bytes) } };
    };
    expect([faultOf(longOf(408)), faultOf(longOf(409))]).toEqual([
      undefined,
      'its blob has 409 bytes, and miners take 408',
    ]);
  });

  it('is of the algorithm that miners here calculate, and of one seed for a while', () => {
    let now = 0;
    const faultOf = moneroJobFault({ networkWork: () => 8n, leastWork: undefined, now: () => now });
    expect(faultOf(jobOf(8n, 1, 'rx/wow'))).toBe('it gives work of rx/wow, and miners here have rx/0');
    expect([1, 2, 1].map((seed) => faultOf(jobOf(8n, seed)))).toEqual([undefined, undefined, undefined]);
    expect(faultOf(jobOf(8n, 3))).toBe('it names one seed after another');
    now = 599_999;
    expect(faultOf(jobOf(8n, 3))).toBe('it names one seed after another');
    now = 600_000;
    expect(faultOf(jobOf(8n, 3))).toBeUndefined();
    expect(faultOf(jobOf(8n, 4))).toBe('it names one seed after another');
  });

  it('is of a seed of our own nodes, or one of theirs of ten minutes ago, whatever came before', () => {
    let now = 0;
    let seeds = ['01'.repeat(32), '02'.repeat(32)];
    const faultOf = moneroJobFault({
      networkWork: () => 8n,
      seeds: () => seeds,
      leastWork: undefined,
      now: () => now,
    });
    const none = 'its seed is none that our nodes have said within ten minutes';
    expect([11, 12, 1, 2].map((seed) => faultOf(jobOf(8n, seed)))).toEqual([
      none,
      none,
      undefined,
      undefined,
    ]);
    seeds = ['02'.repeat(32)];
    now = 600_000;
    expect([1, 2].map((seed) => faultOf(jobOf(8n, seed)))).toEqual([undefined, undefined]);
    now = 600_001;
    expect([1, 2].map((seed) => faultOf(jobOf(8n, seed)))).toEqual([none, undefined]);
  });
});
