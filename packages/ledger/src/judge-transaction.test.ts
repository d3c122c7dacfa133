import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isFinal,
  isInvalidated,
  judgeTransaction,
  type TransactionAnswer,
  type TransactionStatus,
} from './judge-transaction.ts';

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
      witnesses: 1,
    });
    expect(judgeTransaction([from('a', confirmed(9)), from('a', absent)], 6)).toMatchObject({
      evidence: { kind: 'absent' },
      witnesses: 1,
    });
  });

  it('hears a node that is behind by as many blocks as are needed, and none further behind', () => {
    const with2nd = (height: number) =>
      judgeTransaction([from('a', confirmed(6)), from('b', confirmed(6), height)], 6);
    expect(with2nd(94)).toMatchObject({ evidence: { confirmations: 6 }, witnesses: 2 });
    expect(with2nd(93)).toMatchObject({ evidence: { confirmations: 0 }, witnesses: 1 });
  });

  it('does not hear a node out of step, nor measures others by its height', () => {
    const alone = from('far', confirmed(9), 1_000_000, false);
    expect(judgeTransaction([alone], 6)).toMatchObject({ evidence: { kind: 'silent' }, witnesses: 0 });
    const others = [from('a', confirmed(6)), from('b', confirmed(6))];
    expect(judgeTransaction([alone, ...others], 6)).toMatchObject({
      evidence: { kind: 'confirmed', confirmations: 6 },
      witnesses: 2,
    });
  });

  it('sends nothing again on the word of one of two nodes, far above the other, and says that it is alone', () => {
    const alone = (status: TransactionStatus) =>
      judgeTransaction([from('a', confirmed(9)), from('far', status, 1_000_000)], 6);
    const unresolved = 'nodes of one height: far is alone at 1000000, and a at 100 knows more of it';
    for (const status of [absent, waiting])
      expect(alone(status)).toMatchObject({ evidence: { kind: 'waiting' }, unresolved, witnesses: 1 });
    expect(alone(invalidated)).toMatchObject({
      evidence: { kind: 'waiting' },
      unresolved: 'a second node: only far says it is invalidated',
    });
    expect(alone(confirmed(9)).unresolved).toBe('a second node: only far has it in a block');
    // What those below do not know either is sent again.
    const behind = judgeTransaction([from('a', absent), from('far', absent, 1_000_000)], 6);
    expect(behind).toMatchObject({ evidence: { kind: 'absent' }, unresolved: undefined });
  });

  const two = (status: TransactionStatus) => [from('a', status, 100), from('b', status, 98)];
  const leftOut = 'far at 1000000 is not heard, far above a at 100, b at 98';

  it('leaves out one of three far above the others, says so, and settles by the two', () => {
    for (const status of [absent, waiting, invalidated, confirmed(1_000_000), confirmed(9, 8n)])
      expect(judgeTransaction([...two(confirmed(6)), from('far', status, 1_000_000)], 6)).toEqual({
        evidence: { kind: 'confirmed', confirmations: 6, isMissing: false },
        fee: 7n,
        unresolved: undefined,
        witnesses: 2,
        leftOut,
      });
    // Near enough to be heard; then all three are.
    expect(judgeTransaction([...two(confirmed(6)), from('c', absent, 104)], 6)).toMatchObject({
      evidence: { kind: 'confirmed', confirmations: 6, isMissing: true },
      witnesses: 3,
      leftOut: undefined,
    });
  });

  it('gives nothing back while a node far above knows of it, and all of it where that one does not', () => {
    for (const status of [waiting, confirmed(1)])
      expect(judgeTransaction([...two(invalidated), from('far', status, 1_000_000)], 6)).toMatchObject({
        evidence: { kind: 'waiting' },
        unresolved: 'nodes that agree: a at 100, b at 98 says it is invalidated, far at 1000000 knows it',
        leftOut,
      });
    for (const status of [absent, invalidated])
      expect(judgeTransaction([...two(invalidated), from('far', status, 1_000_000)], 6)).toMatchObject({
        evidence: { kind: 'invalidated' },
        unresolved: undefined,
        leftOut,
      });
  });

  it('gives nothing back to two liars at a made-up height while two nodes far below know of it', () => {
    const liars = [from('c', invalidated, 1_000_000), from('d', invalidated, 1_000_000)];
    for (const status of [waiting, confirmed(9)])
      expect(judgeTransaction([...two(status), ...liars], 6)).toMatchObject({
        evidence: { kind: 'waiting' },
        unresolved:
          'nodes that agree: c at 1000000, d at 1000000 says it is invalidated, a at 100, b at 98 knows it',
        leftOut: undefined,
      });
  });

  it('measures by the highest where no height has most nodes near it', () => {
    const three = [from('a', confirmed(6)), from('b', absent, 50), from('c', absent, 1_000_000)];
    expect(judgeTransaction(three, 6)).toMatchObject({
      evidence: { kind: 'waiting' },
      witnesses: 1,
      leftOut: undefined,
    });
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
        const believed = given.filter(({ isSynced }) => isSynced);
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

  /** Honest nodes say the truth, within as many blocks of each other as are needed. Liars say anything, at any height. */
  const world = (liars: { readonly max: number; readonly heights: fc.Arbitrary<number> }) =>
    fc.integer({ min: 2, max: 4 }).chain((honest) =>
      fc
        .record({
          truth: status,
          heights: fc.array(fc.integer({ min: 94, max: 100 }), { minLength: honest, maxLength: honest }),
          lies: fc.array(fc.record({ status, height: liars.heights, isSynced: fc.boolean() }), {
            minLength: 1,
            maxLength: Math.min(liars.max, honest - 1),
          }),
          order: fc.infiniteStream(fc.nat()),
        })
        .map(({ truth, heights, lies, order }) => ({
          truth,
          lies,
          answers: [
            ...heights.map((height, index) => from(`honest ${index}`, truth, height)),
            ...lies.map((lie, index) => ({ node: `liar ${index}`, ...lie })),
          ]
            .map((answer) => ({ answer, place: order.next().value as number }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ answer }) => answer),
        })),
    );
  const isFinal = (one: TransactionStatus) => one.kind === 'confirmed' && one.confirmations >= 6;

  it('never believes one liar against two honest nodes, whatever height it claims [P4] [P13]', () => {
    const heights = fc.oneof(fc.integer({ min: 80, max: 120 }), fc.nat(10 ** 9));
    fc.assert(
      fc.property(world({ max: 1, heights }), ({ truth, answers: given }) => {
        const { evidence } = judgeTransaction(given, 6);
        if (evidence.kind === 'confirmed' && evidence.confirmations >= 6) expect(isFinal(truth)).toBe(true);
        if (evidence.kind === 'invalidated') expect(truth.kind).toBe('invalidated');
      }),
      { numRuns: 1000 },
    );
  });

  it('gives nothing back while any node that is in step knows of it, however many say otherwise [P4]', () => {
    const heights = fc.oneof(fc.integer({ min: 80, max: 120 }), fc.nat(10 ** 9));
    const knowing = fc.record({
      status: fc.constantFrom(waiting, confirmed(1), confirmed(9)),
      height: heights,
    });
    const liars = fc.array(fc.record({ height: heights }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(knowing, liars, (honest, others) => {
        const given = others.map(({ height }, index) => from(`liar ${index}`, invalidated, height));
        const { evidence } = judgeTransaction([...given, from('honest', honest.status, honest.height)], 6);
        expect(evidence.kind).not.toBe('invalidated');
      }),
      { numRuns: 1000 },
    );
  });

  it('is stopped by no liars at wild heights while most nodes are honest: settles, and names them [P14]', () => {
    const wild = fc.integer({ min: 107, max: 10 ** 9 });
    fc.assert(
      fc.property(world({ max: 3, heights: wild }), ({ truth, lies, answers: given }) => {
        const judged = judgeTransaction(given, 6);
        const honest = judgeTransaction(
          given.filter(({ node }) => node.startsWith('honest')),
          6,
        );
        const knows = lies.some(
          ({ status: { kind }, isSynced }) => isSynced && (kind === 'confirmed' || kind === 'waiting'),
        );
        if (truth.kind === 'invalidated' && knows)
          expect(judged.unresolved).toMatch(/liar \d at \d+ knows it$/);
        else expect({ ...judged, leftOut: undefined }).toEqual(honest);
        expect(judged.leftOut !== undefined).toBe(lies.some(({ isSynced }) => isSynced));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('what no node can tell', () => {
  const answer = (node: string, status: TransactionAnswer['status']): TransactionAnswer => ({
    node,
    height: 100,
    isSynced: true,
    status,
  });
  const unclear = (confirmations: number, fee = 7n) =>
    ({ kind: 'unclear', why: 'no report', confirmations, fee }) as const;

  it('is for a person where two nodes say so with one fee, as deep as the second has it', () => {
    expect(judgeTransaction([answer('a', unclear(5)), answer('b', unclear(4))], 3)).toMatchObject({
      evidence: { kind: 'waiting' },
      unresolved: 'no report: an operator has to look (payouts paid, or payouts unpaid)',
      unclear: { confirmations: 4, fee: 7n },
    });
  });

  it.each<[string, readonly TransactionAnswer[]]>([
    ['one node alone', [answer('a', unclear(5)), answer('b', { kind: 'absent' })]],
    ['another fee', [answer('a', unclear(5)), answer('b', unclear(5, 8n))]],
    [
      'one that says it paid',
      [
        answer('a', unclear(5)),
        answer('b', unclear(5)),
        answer('c', { kind: 'confirmed', confirmations: 5, fee: 7n }),
      ],
    ],
    [
      'one that says it is over',
      [answer('a', unclear(5)), answer('b', { kind: 'invalidated', why: 'undone', fee: 7n })],
    ],
  ])('is not for a person with %s, and moves nothing', (_name, answers) => {
    const judged = judgeTransaction(answers, 3);
    expect([judged.evidence.kind, judged.unclear]).toEqual(['waiting', undefined]);
    expect(judged.unresolved).toBeDefined();
  });

  it('keeps a transaction from being called invalidated', () => {
    const low = { ...answer('c', unclear(5)), height: 1 };
    const over = (node: string) => answer(node, { kind: 'invalidated', why: 'its number is used', fee: 0n });
    expect(judgeTransaction([over('a'), over('b'), low], 3).evidence.kind).toBe('waiting');
  });
});

describe('what follows of a judgement', () => {
  const endOf = (...statuses: readonly TransactionStatus[]): string => {
    const judged = say(...statuses);
    return `${isFinal(judged, 6) ? 'final' : ''}${isInvalidated(judged) ? 'invalidated' : ''}`;
  };

  it.each<[string, TransactionStatus[], string]>([
    ['two nodes with six blocks above it', [confirmed(6), confirmed(6)], 'final'],
    ['one of two with five', [confirmed(6), confirmed(5)], ''],
    ['one node alone', [confirmed(9)], ''],
    ['two fees', [confirmed(6, 7n), confirmed(6, 8n)], ''],
    ['two that have it waiting', [waiting, waiting], ''],
    ['two that know nothing of it', [absent, absent], ''],
    ['two that say that it never can be', [invalidated, invalidated], 'invalidated'],
    ['one of them alone', [invalidated], ''],
    ['one that contradicts', [invalidated, invalidated, waiting], ''],
  ])('is a verdict by two nodes that agree: %s', (_title, statuses, end) => {
    expect(endOf(...statuses)).toBe(end);
  });
});

describe('what waits for something else than a block', () => {
  it('names it, and nothing is final or invalidated meanwhile', () => {
    const waits: TransactionStatus = { kind: 'waiting', why: 'the balance to have moved' };
    for (const other of [confirmed(9), invalidated, waiting, absent, waits]) {
      const judged = say(other, waits);
      expect(judged.unresolved).toBe('the balance to have moved');
      expect(isFinal(judged, 6)).toBe(false);
      expect(isInvalidated(judged)).toBe(false);
    }
    expect(say(confirmed(9), waits).evidence).toEqual({
      kind: 'confirmed',
      confirmations: 0,
      isMissing: false,
    });
    expect(say(invalidated, waits).evidence).toEqual({ kind: 'waiting' });
  });
});
