import { expect, it } from 'vitest';
import { isSilent, isStale } from './is-stale.ts';

const minute = 60_000;

it('is stale once the last update is older than 15 minutes', () => {
  expect(isStale(0, 15 * minute)).toBe(false);
  expect(isStale(0, 15 * minute + 1)).toBe(true);
});

it('is silent from 10 minutes on until it is stale', () => {
  expect([10, 10.1, 15, 15.1].map((minutes) => isSilent(0, minutes * minute))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
