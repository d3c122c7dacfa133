import { expect, it } from 'vitest';
import { restAfter } from './rest-after.ts';

it('is long after two turns that were long, and not after a single one', () => {
  const rest = restAfter(1000);
  expect([10, 8000, 10, 10, 500, 600, 400].map(rest)).toEqual([1000, 1000, 1000, 1000, 1000, 10_000, 8000]);
});
