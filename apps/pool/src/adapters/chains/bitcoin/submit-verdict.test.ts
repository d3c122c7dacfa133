import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../nodes/submit-outcome.ts';
import { verdictOf } from './submit-verdict.ts';

const result = (value: unknown) => ({ kind: 'result', value }) as const;

describe('what a node says of a block', () => {
  it.each([
    [result(null), 'accepted'],
    [result('duplicate'), 'duplicate'],
    [result('inconclusive'), 'inconclusive'],
    [result('duplicate-inconclusive'), 'inconclusive'],
    [result('prev-blk-not-found'), 'inconclusive'],
    [result('time-too-new'), 'inconclusive'],
    [result('stale-prevblk'), 'stale'],
    [result('duplicate-invalid'), 'invalid'],
    [result('rejected'), 'invalid'],
    [result('high-hash'), 'invalid'],
    [result('bad-cb-amount'), 'invalid'],
    // As bcoin words them.
    [result('rejected: duplicate'), 'duplicate'],
    [result('rejected: bad-prevblk'), 'inconclusive'],
    [result('bad-prevblk'), 'invalid'],
    [result('rejected: high-hash'), 'invalid'],
    [result(true), 'unknown'],
    [{ kind: 'refused', code: -22, why: 'Block decode failed' }, 'invalid'],
    [{ kind: 'refused', code: -32601, why: 'Method not found' }, 'unknown'],
    [{ kind: 'busy', why: 'Work queue depth exceeded' }, 'unknown'],
    [{ kind: 'unanswered', why: 'no answer within 30 s' }, 'unknown'],
    [{ kind: 'unauthorized', why: 'the node refuses user or password' }, 'unknown'],
  ] as const)('%j is %s', (outcome, kind) => {
    expect(verdictOf(outcome).kind).toBe(kind);
  });
});

describe('the outcome of what several nodes say', () => {
  const rewards = [{ asset: 'LTC', amount: 6n * 10n ** 18n }];
  const say = (...words: readonly unknown[]) =>
    outcomeOf(
      words.map((word, index) => ({
        node: `n${index + 1}`,
        verdict: word === undefined ? { kind: 'unknown', why: 'busy' } : verdictOf(result(word)),
      })),
      rewards,
    );

  it.each([
    [[null], { kind: 'accepted', rewards }],
    [['bad-cb-amount', null], { kind: 'accepted', rewards }],
    [['duplicate', undefined], { kind: 'duplicate', rewards }],
    [['inconclusive', 'high-hash'], { kind: 'inconclusive', why: 'n1: inconclusive' }],
    [['stale-prevblk', 'high-hash'], { kind: 'stale' }],
    [
      ['high-hash', 'high-hash'],
      { kind: 'invalid', why: 'n1: high-hash, n2: high-hash', nodes: ['n1', 'n2'] },
    ],
    // The second has not judged it: it is submitted again until two have.
    [['high-hash', undefined], { kind: 'invalid', why: 'n1: high-hash, n2: busy', nodes: ['n1'] }],
    [[undefined, undefined], undefined],
  ])('%j', (words, expected) => {
    expect(say(...words)).toEqual(expected);
  });
});
