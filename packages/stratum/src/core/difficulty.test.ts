import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atMost53Bits,
  depthBelow,
  difficultyOfWork,
  difficultyScale,
  meetsTarget,
  targetBytes,
  targetOfBits,
  targetOfWork,
  workOfDifficulty,
  workOfTarget,
} from './difficulty.ts';
import { bytesOfHex, hexOfBytes } from '../wire/hex.ts';
import { sha256d } from '../testing/sha256d.ts';

const sha256 = difficultyScale(0xffffn << 208n);
const bounds = { minimumWork: 1000n, maximumWork: 1n << 60n };

describe('difficultyScale', () => {
  it('has the factors of the pools', () => {
    expect(sha256.hashesPerDifficulty1).toBe(4294967296n);
    expect(difficultyScale(0xffffn << 224n).hashesPerDifficulty1).toBe(65536n);
    expect(difficultyScale((1n << 256n) - 1n).hashesPerDifficulty1).toBe(1n);
    expect(difficultyScale(0xffn << 216n).hashesPerDifficulty1).toBe(4294967296n);
    expect(difficultyScale((1n << 226n) - 1n, 16n).hashesPerDifficulty1).toBe(17179869184n);
  });
});

describe('work and difficulty', () => {
  it('difficulty 1 has the target of compact form 1d00ffff', () => {
    expect(targetOfWork(4294967296n, sha256)).toBe(targetOfBits(0x1d00ffff));
    expect(targetOfWork(4294967296n * 2n, sha256)).toBe(0x7fff8n << 204n);
    expect(targetOfWork(1n, sha256)).toBe((1n << 256n) - (1n << 240n));
  });

  it('writes work as a difficulty and reads it back to the last hash', () => {
    expect(difficultyOfWork(4294967296n, sha256)).toBe(1);
    expect(workOfDifficulty(0.002, sha256, bounds)).toBe(8589934n);
    expect(workOfDifficulty(1024, sha256, bounds)).toBe(4398046511104n);
    fc.assert(
      fc.property(fc.bigInt({ min: 1000n, max: (1n << 60n) - 1n }), (work) => {
        const sayable = atMost53Bits(work);
        expect(
          workOfDifficulty(difficultyOfWork(sayable, sha256), sha256, { ...bounds, minimumWork: 1n }),
        ).toBe(sayable);
      }),
    );
  });

  it('keeps a requested difficulty within the bounds and refuses what is no difficulty', () => {
    expect(workOfDifficulty(1e-12, sha256, bounds)).toBe(1000n);
    expect(workOfDifficulty(1e300, sha256, bounds)).toBe(1n << 60n);
    for (const wrong of [0, -1, NaN, Infinity])
      expect(workOfDifficulty(wrong, sha256, bounds)).toBeUndefined();
  });

  it('counts expected hashes of a target', () => {
    expect(workOfTarget(targetOfBits(0x1d00ffff))).toBe(4295032833n);
    expect(workOfTarget((1n << 256n) - 1n)).toBe(1n);
  });
});

describe('targetOfBits', () => {
  it('reads the compact form', () => {
    expect(targetOfBits(0x1d00ffff)).toBe(0xffffn << 208n);
    expect(targetOfBits(0x207fffff)).toBe(0x7fffffn << 232n);
    expect(targetOfBits(0x03123456)).toBe(0x123456n);
    expect(targetOfBits(0x02123456)).toBe(0x1234n);
    expect(targetOfBits(0x04923456)).toBe(0n);
  });
});

describe('meetsTarget', () => {
  it('is exactly: as a number, at most', () => {
    const number = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n });
    fc.assert(
      fc.property(number, number, (hash, target) => {
        expect(meetsTarget(targetBytes(hash), targetBytes(target))).toBe(hash <= target);
      }),
    );
    expect(meetsTarget(targetBytes(5n), targetBytes(5n))).toBe(true);
    expect(meetsTarget(targetBytes(6n), targetBytes(5n))).toBe(false);
  });

  it('block 125552 of Bitcoin meets the target in its own header, and no target a little lower', () => {
    const header = bytesOfHex(
      '0100000081cd02ab7e569e8bcd9317e2fe99f2de44d49ab2b8851ba4a308000000000000e320b6c2fffc8d750423db8b1eb942ae710e951ed797f7affc8892b0f1fc122bc7f5d74df2b9441a42a14695',
      80,
    );
    const hash = new Uint8Array(32);
    sha256d(header ?? new Uint8Array(0), hash);
    expect(hexOfBytes(hash.toReversed())).toBe(
      '00000000000000001e8d6829a8a21adc5d38d0a473b144b6765798e61f98bd1d',
    );
    expect(meetsTarget(hash, targetBytes(targetOfBits(0x1a44b9f2)))).toBe(true);
    expect(meetsTarget(hash, targetBytes(0x1e8d6829a8a21adc5d38d0a473b144b6765798e61f98bd1dn))).toBe(true);
    expect(meetsTarget(hash, targetBytes(0x1e8d6829a8a21adc5d38d0a473b144b6765798e61f98bd1cn))).toBe(false);
  });
});

describe('depthBelow', () => {
  it('is the logarithm of how far a hash lies below its target', () => {
    const target = targetBytes(1n << 200n);
    expect(depthBelow(target, target)).toBe(0);
    expect(depthBelow(targetBytes(1n << 190n), target)).toBeCloseTo(10 * Math.LN2, 12);
    expect(depthBelow(targetBytes((1n << 200n) - (1n << 180n)), target)).toBeCloseTo(2 ** -20, 9);
    expect(depthBelow(new Uint8Array(32), target)).toBeCloseTo(200 * Math.LN2, 9);
  });
});
