import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from './testing/vectors.ts';
import { xelisInstance } from './testing/wasm.ts';
import file from './vectors/xelishash.json' with { type: 'json' };
import { createXelisHasher } from './xelishash.ts';

describe('proof of work of Xelis', () => {
  it('hashes every vector on one pad', async () => {
    const hasher = await createXelisHasher(xelisInstance());
    for (const { name, input112, version, hash_be } of file.vectors)
      expect([name, bytesToHex(hasher.hash(bytesOf(input112), version === 2 ? 2 : 3))]).toEqual([
        name,
        hash_be,
      ]);
  });

  it('divides as integers of any width do', () => {
    const { divide, remainderLow } = xelisInstance();
    const word = fc.oneof(
      fc.bigInt(0n, 2n ** 64n - 1n),
      fc.bigInt(0n, 9n),
      fc.bigInt(2n ** 64n - 9n, 2n ** 64n - 1n),
    );
    fc.assert(
      fc.property(word, word, word, word, (nh, nl, dh, dl) => {
        const dividend = (nh << 64n) | nl;
        const divisor = (dh << 64n) | dl;
        fc.pre(divisor > 0n);
        const quotient = BigInt.asUintN(64, divide(nh, nl, dh, dl));
        expect(quotient).toBe(BigInt.asUintN(64, dividend / divisor));
        expect(BigInt.asUintN(64, remainderLow())).toBe(BigInt.asUintN(64, dividend % divisor));
      }),
      { numRuns: 5_000 },
    );
  });

  it('refuses what is no share', async () => {
    const hasher = await createXelisHasher(xelisInstance());
    expect(() => hasher.hash(new Uint8Array(111), 3)).toThrow('112 bytes');
  });
});
