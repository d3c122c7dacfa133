import { describe, expect, it } from 'vitest';
import { etchashEpoch, etchashSizes, ethashEpoch, ethashSizes } from './dag-sizes.ts';
import { etchashHeight, etchashSeed, ethashHeight, ethashSeed } from './seed-heights.ts';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('the height of a seed', () => {
  it('is the first of its epoch, of Ethash', () => {
    expect(ethashHeight('00'.repeat(32))).toBe(0);
    // keccak-256 of 32 zero bytes.
    expect(ethashHeight('290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563')).toBe(30_000);
    for (const epoch of [2, 389, 390, 391, 733])
      expect(ethashEpoch(ethashHeight(hexOf(ethashSizes(epoch).seed)) ?? -1)).toBe(epoch);
  });

  it('is the first of its epoch, of Etchash, whose epochs were doubled', () => {
    expect(etchashHeight(hexOf(ethashSizes(389).seed))).toBe(11_670_000);
    for (const epoch of [195, 196, 400]) {
      const height = etchashHeight(hexOf(etchashSizes(epoch).seed));
      expect([height, etchashEpoch(height ?? -1)]).toEqual([epoch * 60_000, epoch]);
    }
    // Between two epochs there is none.
    expect(etchashHeight(hexOf(ethashSizes(391).seed))).toBeUndefined();
  });

  it('is none for what was never hashed out of zeros', () => {
    expect(ethashHeight('ff'.repeat(32))).toBeUndefined();
    expect(etchashHeight('290DECD9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563')).toBeUndefined();
  });
});

describe('the seed of a height', () => {
  it('is that of its epoch', () => {
    expect([ethashSeed(0), ethashSeed(29_999)]).toEqual(['00'.repeat(32), '00'.repeat(32)]);
    expect(ethashSeed(20_000_000)).toBe(hexOf(ethashSizes(666).seed));
    expect(etchashSeed(11_699_999)).toBe(hexOf(ethashSizes(389).seed));
    for (const height of [11_700_000, 11_759_999])
      expect(etchashSeed(height)).toBe(hexOf(etchashSizes(195).seed));
  });

  it('is none beyond what a chain can have, and nothing is hashed to find that', () => {
    const from = performance.now();
    for (const height of [122_880_000, 2 ** 50, Number.MAX_SAFE_INTEGER, -1])
      expect([ethashSeed(height), etchashSeed(height)]).toEqual([undefined, undefined]);
    expect(ethashSeed(122_879_999)).toMatch(/^[0-9a-f]{64}$/);
    expect(performance.now() - from).toBeLessThan(1000);
  });
});
