import { describe, expect, it } from 'vitest';
import { elapsedText, type MiningFacts, miningSteps } from './mining-steps.ts';

const nothing: MiningFacts = {
  worker: 'rig1',
  connectedAt: null,
  refusedAt: null,
  hasShare: false,
  balance: null,
  minutesPerReward: 25.4,
};
const states = (change: Partial<MiningFacts>) =>
  miningSteps({ ...nothing, ...change }).map(({ state }) => state);
const words = (change: Partial<MiningFacts>) =>
  miningSteps({ ...nothing, ...change }).map((step) => step.words);

describe('the steps to a first reward', () => {
  it.each([
    ['nothing has happened', {}, ['now', 'later', 'later', 'later']],
    ['a login was refused', { refusedAt: 5 }, ['done', 'failed', 'later', 'later']],
    ['the worker is let in', { connectedAt: 5 }, ['done', 'done', 'now', 'later']],
    ['it was refused before', { connectedAt: 5, refusedAt: 4 }, ['done', 'done', 'now', 'later']],
    ['a share was accepted', { hasShare: true }, ['done', 'done', 'done', 'now']],
    ['a reward was credited', { hasShare: true, balance: '1 DOGE' }, ['done', 'done', 'done', 'done']],
    // What an address earned before is no reward of this worker.
    ['only an old balance', { balance: '1 DOGE' }, ['now', 'later', 'later', 'later']],
  ] as const)('where %s', (_what, change, expected) => {
    expect(states(change)).toEqual(expected);
  });

  it('say what is known of each', () => {
    expect(words({})).toEqual([
      'start the program',
      'worker rig1',
      'usually within minutes',
      'about every 25 min',
    ]);
    expect(words({ refusedAt: 5 })[1]).toBe('the login was refused');
    expect(words({ hasShare: true, balance: '1 DOGE' })[3]).toBe('balance 1 DOGE');
    expect(words({ minutesPerReward: null })[3]).toBe('with a block of the pool');
    expect(words({ minutesPerReward: 600 })[3]).toBe('about every 10 hours');
  });
});

it('says how long the page has listened', () => {
  expect([0, 59_999, 84_000].map(elapsedText)).toEqual(['0 s', '59 s', '1 min 24 s']);
});
