import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createGhostriderHasher, createGhostriderHashes, type GhostriderHashes } from './ghostrider.ts';
import { bytesOf } from './testing/vectors.ts';
import { ghostriderInstance } from './testing/wasm.ts';
import file from './vectors/ghostrider.json' with { type: 'json' };

const staged = file.vectors.find((vector) => vector.stages !== undefined);
const whole = file.vectors.filter((vector) => vector.header80 !== undefined);

describe('the hashes of GhostRider', () => {
  let hashes: GhostriderHashes;
  beforeAll(async () => {
    hashes = await createGhostriderHashes(ghostriderInstance());
  });

  it.each(staged?.stages ?? [])('$fn of $len bytes', ({ fn, len, out }) => {
    const hash = hashes.core[fn] ?? hashes.cryptonight[fn];
    const made = bytesToHex(hash?.(bytesOf(staged?.input80).subarray(0, len)) ?? new Uint8Array());
    expect(made).toBe(fn.startsWith('cn_') ? `${out}${'00'.repeat(32)}` : out);
  });

  it('are twenty-one', () => {
    expect(Object.keys(hashes.core)).toHaveLength(15);
    expect(Object.keys(hashes.cryptonight)).toHaveLength(6);
    expect(staged?.stages).toHaveLength(36);
  });
});

/** One of each kind; the rest are in the long suite. */
const kinds = ['test', 'real', 'share'].map((kind) => whole.find((vector) => vector.kind === kind));

describe('proof of work of Raptoreum', () => {
  it.each(kinds)('hashes $name', async (vector) => {
    const hasher = await createGhostriderHasher(ghostriderInstance());
    expect(bytesToHex(hasher.hash(bytesOf(vector?.header80)).toReversed())).toBe(vector?.hash_raw_le);
  });
});
