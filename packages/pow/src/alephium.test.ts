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
