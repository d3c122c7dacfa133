import { expect, it } from 'vitest';
import { readRefusal } from './refusal-reason.ts';

it.each([
  // Most pools.
  [[21, 'Job not found', null], 'stale'],
  [[22, 'Duplicate share', null], 'duplicate'],
  [[23, 'Low difficulty share', null], 'low-difficulty'],
  [[24, 'Unauthorized worker', null], 'unauthorized'],
  [[25, 'Not subscribed', null], 'unauthorized'],
  // alephium/mining-pool has a list of its own.
  [[20, 'job not found, maybe expired'], 'stale'],
  [[24, 'duplicate share'], 'duplicate'],
  [
    [25, 'low difficulty share of 3.5, current difficulty: 4, previous difficulty: undefined'],
    'low-difficulty',
  ],
  // Codes without a sentence, sentences without a code, and what says neither.
  [[21], 'stale'],
  [{ code: 24, message: '' }, 'unauthorized'],
  ['Stale share', 'stale'],
  [{ code: -1, message: 'IP is banned' }, 'unauthorized'],
  [[20, 'Unknown problem', null], 'other'],
  [false, 'other'],
])('reads %j as %s', (error, why) => {
  expect(readRefusal(error).why).toBe(why);
});
