import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packBeamDifficulty, unpackBeamTarget } from './packed-difficulty.ts';

/** The share of all hashes that a node takes for this difficulty, turned around: 2^256 / target, times 2^24. */
function unpacked(packed: number): bigint {
  return ((1n << 24n) | BigInt(packed & 0xffffff)) << BigInt(packed >>> 24);
}

describe('a difficulty of Beam', () => {
  it('has an order and a mantissa', () => {
    expect(packBeamDifficulty(1n)).toBe(0);
    expect(packBeamDifficulty(2n)).toBe(0x0100_0000);
    expect(packBeamDifficulty(3n)).toBe(0x0180_0000);
    // Block 903,720 of the main network: 23,516,588.
    expect(packBeamDifficulty(23_516_588n)).toBe(409_392_556);
    // All ones: the next number that can be said is the next power of two.
    expect(packBeamDifficulty((1n << 26n) - 1n)).toBe(26 << 24);
  });

  it('is read as the target that a hash must meet', () => {
    expect([0, 0x0100_0000, 0x0180_0000].map(unpackBeamTarget)).toEqual([
      (1n << 256n) - 1n,
      (1n << 255n) - 1n,
      (1n << 256n) / 3n - 1n,
    ]);
    expect(unpackBeamTarget(0xffff_ffff)).toBeUndefined();
    for (const value of [-1, 0.5, 2 ** 32, '1', null, Number.NaN])
      expect(unpackBeamTarget(value)).toBeUndefined();
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1n << 200n }), (work) => {
        const target = unpackBeamTarget(packBeamDifficulty(work)) ?? 0n;
        expect(target < (1n << 256n) / work).toBe(true);
        expect(target + 2n + (target >> 23n)).toBeGreaterThanOrEqual((1n << 256n) / work);
      }),
    );
  });

  it('is the lowest that is not below the work', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1n << 200n }), (work) => {
        const packed = packBeamDifficulty(work);
        expect(unpacked(packed)).toBeGreaterThanOrEqual(work << 24n);
        if (packed > 0) expect(unpacked(packed - 1)).toBeLessThan(work << 24n);
      }),
    );
  });
});
