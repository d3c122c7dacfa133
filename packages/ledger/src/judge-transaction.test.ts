import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeTransaction, type TransactionAnswer, type TransactionStatus } from './judge-transaction.ts';

const invalidated: TransactionStatus = { kind: 'invalidated', why: 'spent elsewhere', fee: 0n };
const confirmed = (confirmations: number, fee = 7n): TransactionStatus => ({
  kind: 'confirmed',
  confirmations,
  fee,
});
const absent: TransactionStatus = { kind: 'absent' };
const waiting: TransactionStatus = { kind: 'waiting' };

const say = (...statuses: readonly TransactionStatus[]) =>
  judgeTransaction(
    statuses.map((status, index) => ({ node: `n${index + 1}`, height: 100, isSynced: true, status })),
    6,
  );

const status: fc.Arbitrary<TransactionStatus> = fc.oneof(
  fc.constantFrom(absent, waiting),
  fc.record({ kind: fc.constant('confirmed' as const), confirmations: fc.nat(12), fee: fc.bigInt(0n, 2n) }),
  fc.record({ kind: fc.constant('invalidated' as const), why: fc.constant('x'), fee: fc.bigInt(0n, 2n) }),
);
const answers: fc.Arbitrary<TransactionAnswer[]> = fc.array(
  fc.record({
    node: fc.constantFrom('a', 'b', 'c'),
    height: fc.integer({ min: 90, max: 100 }),
    isSynced: fc.boolean(),
    status,
  }),
  { maxLength: 5 },
);

describe('judgeTransaction', () => {
  it.each<[string, TransactionStatus[], object]>([
    ['no answer', [], { evidence: { kind: 'silent' }, unresolved: 'a node that is in step' }],
    [
      'two invalidations',
      [invalidated, invalidated],
      { evidence: { kind: 'invalidated' }, fee: 0n, unresolved: undefined },
    ],
    [
      'one invalidation',
      [invalidated],
      { evidence: { kind: 'absent' }, unresolved: 'a second node: only n1 says it is invalidated' },
    ],
    ['an invalidation and silence about it', [invalidated, absent], { evidence: { kind: 'absent' } }],
    [
      'two invalidations at another price',
      [invalidated, { ...invalidated, fee: 1n }],
      { evidence: { kind: 'absent' } },
    ],
    [
      'an invalidation that another contradicts',
      [invalidated, invalidated, waiting],
      { evidence: { kind: 'waiting' } },
    ],
    [
      'two that have it, the lower count',
      [confirmed(9), confirmed(6)],
      { evidence: { kind: 'confirmed', confirmations: 6, isMissing: false }, fee: 7n, unresolved: undefined },
    ],
    [
      'one that has it and one that does not',
      [confirmed(9), absent],
      { evidence: { kind: 'confirmed', confirmations: 0, isMissing: true } },
    ],
    [
      'two that differ about the fee',
      [confirmed(9), confirmed(9, 8n)],
      { evidence: { kind: 'confirmed', confirmations: 5, isMissing: false }, fee: 0n },
    ],
    ['waiting everywhere', [waiting, waiting], { evidence: { kind: 'waiting' }, unresolved: undefined }],
    // Sending the same bytes again can do no harm.
    ['waiting at one only', [waiting, absent], { evidence: { kind: 'absent' }, unresolved: undefined }],
  ])('%s', (_title, statuses, expected) => {
    expect(say(...statuses)).toMatchObject(expected);
  });

  it('says final or invalidated only where two nodes in step say so, and none contradicts [P4] [P13]', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const { evidence } = judgeTransaction(given, 6);
        const best = Math.max(...given.filter(({ isSynced }) => isSynced).map(({ height }) => height));
        const believed = given.filter(({ isSynced, height }) => isSynced && height >= best - 6);
        const nodesThat = (test: (each: TransactionStatus) => boolean): number =>
          new Set(believed.filter((each) => test(each.status)).map(({ node }) => node)).size;
        const isFinal = evidence.kind === 'confirmed' && evidence.confirmations >= 6;
        if (isFinal)
          expect(
            nodesThat((each) => each.kind === 'confirmed' && each.confirmations >= 6),
          ).toBeGreaterThanOrEqual(2);
        if (evidence.kind === 'invalidated')
          expect(nodesThat(({ kind }) => kind === 'invalidated')).toBeGreaterThanOrEqual(2);
      }),
    );
  });
});
