import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { chainOf, hashAlephium } from './alephium.ts';
import { bytesOf } from './testing/vectors.ts';
import file from './vectors/blake3.json' with { type: 'json' };

describe('proof of work of Alephium', () => {
  it.each(file.vectors)('hashes $name', (vector) => {
    const hash = hashAlephium(bytesOf(vector.nonce), bytesOf(vector.header_blob));
    expect(bytesToHex(hash)).toBe(vector.block_hash);
  });

  it('knows all sixteen chains by the last two bytes of a hash', () => {
    const chainOfLast = (...last: readonly [number, number]) => {
      const hash = new Uint8Array(32).fill(255);
      hash.set(last, 30);
      return chainOf(hash);
    };
    const chains = Array.from({ length: 16 }, (_, at) => chainOfLast(0, at));
    expect(new Set(chains.map(({ from, to }) => from * 4 + to)).size).toBe(16);
    expect(chainOfLast(0, 15)).toEqual({ from: 3, to: 3 });
    expect(chainOfLast(0, 16)).toEqual({ from: 0, to: 0 });
    // The byte before the last counts by 256, a multiple of sixteen: it changes nothing.
    expect(chainOfLast(171, 6)).toEqual(chainOfLast(0, 6));
  });

  it('finds the chain of a hash', () => {
    const chains = file.vectors.map((vector) => chainOf(bytesOf(vector.block_hash)));
    expect(chains).toEqual([
      { from: 1, to: 1 },
      { from: 1, to: 1 },
      { from: 1, to: 2 },
      { from: 1, to: 2 },
      // The nonce that the reference refuses: its hash is low enough, and of another chain.
      { from: 3, to: 2 },
    ]);
  });
});
