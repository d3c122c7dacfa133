import { expect, it } from 'vitest';
import { isStale } from './is-stale.ts';

it('is stale after 15 minutes', () => {
  expect(isStale(0, 900_000)).toBe(false);
  expect(isStale(0, 900_001)).toBe(true);
});
