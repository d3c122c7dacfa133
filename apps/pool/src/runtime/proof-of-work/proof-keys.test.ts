import { ethashEpoch } from '@openlode/pow/dag-sizes';
import { expect, it } from 'vitest';
import { epochKeys } from './proof-keys.ts';

it.each([
  [0, ['0']],
  [29_969, ['0']],
  // The next epoch is built half an hour of blocks before it begins, and the present one stays the newest used.
  [29_970, ['1', '0']],
  [29_999, ['1', '0']],
  [30_000, ['1']],
])('at height %i caches are built of %j', (height, keys) => {
  const epochs = epochKeys(ethashEpoch);
  expect(epochs.ahead({ height })).toEqual(keys);
  expect(epochs.of({ height })).toBe(keys.at(-1));
});
