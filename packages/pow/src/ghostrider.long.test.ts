import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { createGhostriderHasher } from './ghostrider.ts';
import { bytesOf } from './testing/vectors.ts';
import { ghostriderInstance } from './testing/wasm.ts';
import file from './vectors/ghostrider.json' with { type: 'json' };

const whole = file.vectors.filter((vector) => vector.header80 !== undefined);

describe('proof of work of Raptoreum', () => {
  it('has vectors', () => {
    expect(whole).toHaveLength(24);
  });

  it.each(whole)('hashes $name $header80', async ({ header80, hash_raw_le }) => {
    const hasher = await createGhostriderHasher(ghostriderInstance());
    expect(bytesToHex(hasher.hash(bytesOf(header80)).toReversed())).toBe(hash_raw_le);
  });
});
