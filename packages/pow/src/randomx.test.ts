import { expect, it } from 'vitest';
import { randomxSeedHeight } from './randomx.ts';

it.each([
  [1, 0],
  [2048, 0],
  [2112, 0],
  [2113, 2048],
  [4160, 2048],
  [4161, 4096],
  [3_000_000, 2_998_272],
])('the seed at height %i is the block %i', (height, seed) => {
  expect(randomxSeedHeight(height)).toBe(seed);
});
