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

  const from = (
    node: string,
    status: TransactionStatus,
    height = 100,
    isSynced = true,
  ): TransactionAnswer => ({
    node,
    height,
    isSynced,
    status,
  });

  it('takes two answers of one node for one voice, the later one', () => {
    const twice = [from('a', confirmed(9)), from('a', confirmed(8))];
    expect(judgeTransaction(twice, 6)).toMatchObject({
      evidence: { kind: 'confirmed', confirmations: 0, isMissing: false },
      unresolved: 'a second node: only a has it in a block',
      voices: 1,
    });
    expect(judgeTransaction([from('a', confirmed(9)), from('a', absent)], 6)).toMatchObject({
      evidence: { kind: 'absent' },
      voices: 1,
    });
  });

  it('hears a node that is behind by as many blocks as are needed, and none further behind', () => {
    const with2nd = (height: number) =>
      judgeTransaction([from('a', confirmed(6)), from('b', confirmed(6), height)], 6);
    expect(with2nd(94)).toMatchObject({ evidence: { confirmations: 6 }, voices: 2 });
    expect(with2nd(93)).toMatchObject({ evidence: { confirmations: 0 }, voices: 1 });
  });

  it('does not hear a node out of step, nor measures others by its height', () => {
    const alone = from('far', confirmed(9), 1_000_000, false);
    expect(judgeTransaction([alone], 6)).toMatchObject({ evidence: { kind: 'silent' }, voices: 0 });
    const others = [from('a', confirmed(6)), from('b', confirmed(6))];
    expect(judgeTransaction([alone, ...others], 6)).toMatchObject({
      evidence: { kind: 'confirmed', confirmations: 6 },
      voices: 2,
    });
  });

  it('sends nothing again on the word of one node far above all others, and says that it is alone', () => {
    const others = [from('a', confirmed(9)), from('b', confirmed(9))];
    const alone = (status: TransactionStatus) =>
      judgeTransaction([...others, from('far', status, 1_000_000)], 6);
    const unresolved =
      'nodes of one height: far is alone at 1000000, and a at 100, b at 100 knows more of it';
    for (const status of [absent, waiting])
      expect(alone(status)).toMatchObject({ evidence: { kind: 'waiting' }, unresolved, voices: 1 });
    expect(alone(invalidated)).toMatchObject({
      evidence: { kind: 'waiting' },
      unresolved: 'a second node: only far says it is invalidated',
    });
    expect(alone(confirmed(9)).unresolved).toBe('a second node: only far has it in a block');
    // What those below do not know either is sent again.
    const behind = judgeTransaction([from('a', absent), from('far', absent, 1_000_000)], 6);
    expect(behind).toMatchObject({ evidence: { kind: 'absent' }, unresolved: undefined });
  });

  it('is final by the second highest count: a third node may lag, one that is ahead decides nothing', () => {
    expect(say(confirmed(1), confirmed(6), confirmed(400)).evidence).toEqual({
      kind: 'confirmed',
      confirmations: 6,
      isMissing: false,
    });
    expect(say(confirmed(1), confirmed(5), confirmed(400)).evidence).toMatchObject({ confirmations: 5 });
  });

  it('stays one short of final while any node names another fee, and says whom it waits for', () => {
    expect(say(confirmed(9), confirmed(9), confirmed(9, 8n))).toMatchObject({
      evidence: { kind: 'confirmed', confirmations: 5, isMissing: false },
      fee: 0n,
      unresolved: 'nodes that agree on its fee: n1, n2, n3',
    });
    expect(say(invalidated, { ...invalidated, fee: 1n })).toMatchObject({
      fee: 0n,
      unresolved: 'nodes that agree on its fee: n1, n2',
    });
  });

  it('names who contradicts whom: neither final nor invalidated until they agree [P13]', () => {
    expect(say(invalidated, invalidated, confirmed(9))).toMatchObject({
      evidence: { kind: 'confirmed', confirmations: 0, isMissing: false },
      unresolved: 'nodes that agree: n1, n2 says it is invalidated, n3 knows it',
    });
    expect(say(invalidated, confirmed(9), absent)).toMatchObject({
      evidence: { kind: 'confirmed', confirmations: 0, isMissing: true },
    });
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
