import { cshake256 } from '@noble/hashes/sha3-addons.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { hashKaspa, heavyMatrix, multiplyHeavy } from './kheavyhash.ts';
import { bytesOf, u64Of } from './testing/vectors.ts';
import file from './vectors/kheavyhash.json' with { type: 'json' };

const asNibbles = (digits: string): Uint8Array =>
  Uint8Array.from(digits, (digit) => Number.parseInt(digit, 16));
const hashed = file.vectors.filter((vector) => vector.pow_bytes_le !== undefined);
const named = (name: string) => file.vectors.find((vector) => vector.name.startsWith(name));

describe('proof of work of Kaspa', () => {
  it('has vectors', () => {
    expect(hashed).toHaveLength(4);
  });

  it.each(hashed)('hashes $name', (vector) => {
    const prePowHash = bytesOf(vector.pre_pow_hash);
    const hash = hashKaspa(
      prePowHash,
      heavyMatrix(prePowHash),
      BigInt(vector.timestamp_ms ?? 0),
      u64Of(vector.nonce),
    );
    expect(bytesToHex(hash.toReversed())).toBe(vector.pow_bytes_le);
  });

  it('draws the matrix of the reference', () => {
    const vector = named('test_generate_matrix');
    expect(heavyMatrix(bytesOf(vector?.pre_pow_hash))).toEqual(asNibbles(vector?.matrix_nibbles ?? ''));
  });

  it('ends where a hash draws nothing but zeros', () => {
    expect(() => heavyMatrix(new Uint8Array(32))).toThrow('this hash draws no matrix of full rank');
    expect(heavyMatrix(new Uint8Array(32).fill(1, 31)).length).toBe(4096);
  });

  it('multiplies as the reference does', () => {
    const vector = named('test_heavy_hash');
    const personalization = utf8ToBytes('ProofOfWorkHash');
    const first = cshake256(bytesOf(vector?.input), { dkLen: 32, personalization });
    expect(bytesToHex(multiplyHeavy(asNibbles(vector?.matrix_nibbles ?? ''), first))).toBe(vector?.expected);
  });
});
