import { expect, it } from 'vitest';
import type { Judgement } from './judge-transaction.ts';
import { attemptOnChain, firstBeside } from './payout-attempts.ts';

const attempt = (txid: string, ...claims: readonly string[]) => ({ txid, claims });

it('finds the first transaction that could be confirmed beside another one', () => {
  const attempts = [attempt('one', 'a', 'b'), attempt('two', 'b', 'c'), attempt('three', 'c')];
  expect(firstBeside(['b'], attempts)?.txid).toBe('three');
  expect(firstBeside(['b', 'c'], attempts)).toBeUndefined();
  expect(firstBeside([], attempts)?.txid).toBe('one');
  expect(firstBeside(['a'], [])).toBeUndefined();
});

const judgedAttempt = (txid: string, judged: Partial<Judgement>) => ({
  txid,
  judged: { evidence: { kind: 'absent' }, fee: 0n, unresolved: undefined, witnesses: 2, ...judged } as const,
});
const inBlock = { evidence: { kind: 'confirmed', confirmations: 1, isMissing: false } } as const;

it.each<[string, string, Parameters<typeof attemptOnChain>]>([
  ['the one that is in a block', 'two', [judgedAttempt('one', {}), [judgedAttempt('two', inBlock)]]],
  [
    'the one that it has, where that is in a block',
    'one',
    [judgedAttempt('one', inBlock), [judgedAttempt('two', inBlock)]],
  ],
  [
    'the one that it has, where none is',
    'one',
    [judgedAttempt('one', {}), [judgedAttempt('two', { evidence: { kind: 'waiting' } })]],
  ],
  [
    'none by one node',
    'one',
    [judgedAttempt('one', {}), [judgedAttempt('two', { ...inBlock, witnesses: 1 })]],
  ],
  [
    'none while nodes contradict',
    'one',
    [judgedAttempt('one', {}), [judgedAttempt('two', { ...inBlock, unresolved: 'a second node' })]],
  ],
  [
    'none that is in no block yet by two',
    'one',
    [
      judgedAttempt('one', {}),
      [judgedAttempt('two', { evidence: { kind: 'confirmed', confirmations: 0, isMissing: true } })],
    ],
  ],
  [
    'the one that was executed and undone, which took a fee',
    'two',
    [
      judgedAttempt('one', { evidence: { kind: 'invalidated' } }),
      [judgedAttempt('two', { evidence: { kind: 'invalidated' }, fee: 7n })],
    ],
  ],
  [
    'the one that it has, where all are over',
    'one',
    [
      judgedAttempt('one', { evidence: { kind: 'invalidated' } }),
      [judgedAttempt('two', { evidence: { kind: 'invalidated' } })],
    ],
  ],
])('goes on with %s', (_name, expected, [current, others]) => {
  expect(attemptOnChain(current, others)).toBe(expected);
});
