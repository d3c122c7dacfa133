import { etchashSizes } from '@openlode/pow/dag-sizes';
import { etchashHeight } from '@openlode/pow/seed-heights';
import type { EthereumWork } from '@openlode/stratum/dialects/ethereum/ethereum-client';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { describe, expect, it } from 'vitest';
import { ethereumJobFault } from './ethereum-job-fault.ts';

const seedOf = (epoch: number): string => Buffer.from(etchashSizes(epoch).seed).toString('hex');

function jobOf(hashes: bigint, seed = seedOf(400)): UpstreamJob<EthereumWork> {
  return {
    id: 'theirs',
    clean: true,
    target: (1n << 256n) / hashes - 1n,
    networkTarget: undefined,
    room: { prefix: '', freeBytes: 8 },
    work: { header: '11'.repeat(32), seed },
    content: 'a',
    versionMask: 0,
  };
}

const word = { networkWork: () => 1n << 50n, leastWork: 1n << 28n, now: () => 0 };

describe('a job of ethproxy', () => {
  it('is given when a node of ours says what a block takes, and a share takes enough and no more than two', () => {
    const faultOf = ethereumJobFault(word, etchashHeight);
    expect(faultOf(jobOf(1n << 32n))).toBeUndefined();
    expect(faultOf(jobOf((1n << 28n) - 1n))).toBe(
      'a share of it takes 268435455 hashes, which would flood the port',
    );
    expect(faultOf(jobOf(1n << 52n))).toBe(
      'a share of it takes 4503599627370496 hashes, and a block of its network 1125899906842624',
    );
    const silent = ethereumJobFault({ ...word, networkWork: () => undefined }, etchashHeight);
    expect(silent(jobOf(1n << 32n))).toBe('no node of ours says what a block of its network takes');
  });

  it('has the seed of an epoch that our nodes are in, or will be soon', () => {
    const seeds = [seedOf(400), seedOf(401)];
    const faultOf = ethereumJobFault({ ...word, seeds: () => seeds }, etchashHeight);
    expect(seeds.map((seed) => faultOf(jobOf(1n << 32n, seed)))).toEqual([undefined, undefined]);
    expect(faultOf(jobOf(1n << 32n, seedOf(399)))).toBe(
      'its seed is none that our nodes have said within ten minutes',
    );
    expect(faultOf(jobOf(1n << 32n, 'ff'.repeat(32)))).toBe('its seed is of no epoch');
  });

  it('names no seed after another where our nodes do not say theirs: each takes a dataset', () => {
    const faultOf = ethereumJobFault(word, etchashHeight);
    const faults = [398, 399, 400].map((epoch) => faultOf(jobOf(1n << 32n, seedOf(epoch))));
    expect(faults).toEqual([undefined, undefined, 'it names one seed after another']);
  });
});
