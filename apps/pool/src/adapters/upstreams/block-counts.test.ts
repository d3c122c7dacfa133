import { describe, expect, it } from 'vitest';
import { BlockCounts, noBlocks, sumBlocks } from './block-counts.ts';
import { KnownWorks } from './known-works.ts';

const targetOf = (work: bigint): bigint => (1n << 256n) / work;

describe('blocks among shares', () => {
  it('are expected by the work of each share, whatever its difficulty, and counted by its hash', () => {
    const blocks = new BlockCounts(new KnownWorks());
    const network = targetOf(1000n);
    blocks.add(8n, network + 1n, network);
    blocks.add(64n, network, network);
    // The network is harder from now on.
    blocks.add(64n, network, targetOf(4000n));
    // Nothing says what a block takes.
    blocks.add(64n, 0n, undefined);
    const byNodes = new BlockCounts(new KnownWorks(), () => 1000n);
    byNodes.add(8n, 0n, undefined);
    expect(byNodes.counts).toEqual({ found: 1, expected: 0.008 });
    expect(blocks.counts.found).toBe(1);
    expect(blocks.counts.expected).toBeCloseTo(0.008 + 0.064 + 0.016, 12);
    expect(sumBlocks([noBlocks, blocks.counts, { found: 2, expected: 0.5 }])).toEqual({
      found: 3,
      expected: blocks.counts.expected + 0.5,
    });
  });

  it('are as many as are expected where nothing is kept back, from light and heavy shares alike', () => {
    const blocks = new BlockCounts(new KnownWorks());
    const network = targetOf(256n);
    // Every hash of 2^16, spread evenly: half of the miners have shares of 4 hashes, the others of 32.
    for (let hash = 0; hash < 65_536; hash += 1) {
      const proof = BigInt(hash) << 240n;
      const work = hash % 2 === 0 ? 4n : 32n;
      if (proof < targetOf(work)) blocks.add(work, proof, network - 1n);
    }
    expect(blocks.counts.found).toBe(256);
    expect(blocks.counts.expected).toBeCloseTo(256, 6);
  });
});
