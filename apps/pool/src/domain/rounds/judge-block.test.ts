import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockAnswer, BlockState } from '../kernel/chain.ts';
import { fakeChain } from '../testing/fake-chain.ts';
import { createVerdictMemory } from '../kernel/verdict-memory.ts';
import { isGivenUp, isRefused, judgeAnswers as judge, judgeBlock, judgeFinally } from './judge-block.ts';

/** Of a chain with the nodes that answer and no others, unless they are named. */
const judgeAnswers = (answers: readonly BlockAnswer[], names: readonly string[] = []): BlockState =>
  judge(answers, names);

const answer = (node: string, state: BlockState, more: Partial<BlockAnswer> = {}): BlockAnswer => ({
  node,
  state,
  height: 100,
  isSynced: true,
  buriedUnder: 6,
  ...more,
});

describe('judgeAnswers', () => {
  it('gives a block up when two nodes say so, and not when one does [I7]', () => {
    expect(judgeAnswers([answer('a', 'orphaned')])).toBe('unknown');
    expect(judgeAnswers([answer('a', 'orphaned'), answer('a', 'orphaned')])).toBe('unknown');
    expect(judgeAnswers([answer('a', 'orphaned'), answer('b', 'orphaned')])).toBe('orphaned');
    expect(judgeAnswers([answer('a', 'orphaned'), answer('b', 'unknown')])).toBe('unknown');
  });

  it('gives no block up that lost a race for a moment: two nodes must have six blocks on the other one [I7]', () => {
    for (let depth = 0; depth <= 7; depth += 1) {
      const two = [
        answer('a', 'orphaned', { buriedUnder: depth }),
        answer('b', 'orphaned', { buriedUnder: 6 }),
      ];
      expect(judgeAnswers(two)).toBe(depth >= 6 ? 'orphaned' : 'unknown');
    }
  });

  it('takes a node that is behind for none [I7]', () => {
    const behind = { isSynced: false };
    expect(judgeAnswers([answer('a', 'orphaned'), answer('b', 'orphaned', behind)])).toBe('unknown');
    expect(
      judgeAnswers([answer('a', 'mature'), answer('b', 'orphaned', behind), answer('c', 'mature')]),
    ).toBe('mature');
    expect(judgeAnswers([])).toBe('unknown');
  });

  it('waits while nodes contradict each other, whatever the depth of the other block [I7]', () => {
    const two = [answer('a', 'orphaned'), answer('b', 'orphaned')];
    expect(judgeAnswers([...two, answer('c', 'mature')])).toBe('unknown');
    expect(judgeAnswers([...two, answer('c', 'immature')])).toBe('unknown');
    // At every depth of a reorganisation the only node is believed only where it can be no longer taken back.
    for (let depth = 1; depth <= 250; depth += 1) {
      const deep = answer('a', 'orphaned', { buriedUnder: depth });
      expect(judgeAnswers([deep])).toBe(depth >= 200 ? 'orphaned' : 'unknown');
      expect(judgeAnswers([deep, answer('b', 'unknown')])).toBe('unknown');
      expect(judgeAnswers([deep, answer('c', 'mature')])).toBe('unknown');
      expect(judgeAnswers([deep, answer('c', 'immature')])).toBe('unknown');
      expect(judgeAnswers([deep, answer('b', 'mature'), answer('c', 'mature')])).toBe('mature');
    }
  });

  it('calls mature what two nodes do, or all there are [I7]', () => {
    expect(judgeAnswers([answer('a', 'mature')])).toBe('mature');
    expect(judgeAnswers([answer('a', 'mature'), answer('b', 'immature', { height: 99 })])).toBe('immature');
    // As high as the first, it will not call it mature by itself.
    expect(judgeAnswers([answer('a', 'mature'), answer('b', 'immature')])).toBe('unknown');
    expect(judgeAnswers([answer('a', 'mature'), answer('b', 'mature'), answer('c', 'immature')])).toBe(
      'mature',
    );
  });

  it('lets no node decide alone that is not the only one [I7]', () => {
    expect(judgeAnswers([answer('a', 'mature')], ['a', 'b'])).toBe('unknown');
    expect(judgeAnswers([answer('a', 'mature'), answer('b', 'mature', { isSynced: false })])).toBe('unknown');
    expect(judgeAnswers([answer('a', 'mature'), answer('b', 'unknown')])).toBe('unknown');
    expect(judgeAnswers([answer('a', 'immature')], ['a', 'b'])).toBe('immature');
    expect(judgeAnswers([answer('a', 'orphaned', { buriedUnder: 250 })], ['a', 'b'])).toBe('unknown');
    expect(judgeAnswers([answer('a', 'mature'), answer('b', 'mature')], ['a', 'b', 'c'])).toBe('mature');
  });

  it('takes a node far below the others for one that is behind, and no other for a height that one makes up [I7]', () => {
    const two = [answer('a', 'mature'), answer('b', 'mature')];
    expect(judgeAnswers([...two, answer('c', 'immature', { height: 94 })])).toBe('mature');
    const behind = [answer('a', 'orphaned', { height: 92 }), answer('b', 'orphaned', { height: 99 })];
    expect(judgeAnswers([...behind, answer('c', 'unknown')])).toBe('unknown');
    expect(judgeAnswers([...two, answer('mad', 'orphaned', { height: 10 ** 9 })])).toBe('mature');
    expect(judgeAnswers([answer('a', 'mature', { height: 10 ** 9 }), answer('b', 'unknown')])).toBe(
      'unknown',
    );
  });

  it('never gives up or credits a block on the word of one mad node among three [I7]', () => {
    const state = fc.constantFrom<BlockState>('unknown', 'immature', 'mature', 'orphaned');
    fc.assert(
      fc.property(state, state, fc.nat(400), fc.nat(200), (truth, mad, depth, height) => {
        const verdict = judgeAnswers([
          answer('a', truth),
          answer('b', truth),
          answer('mad', mad, { buriedUnder: depth, height }),
        ]);
        if (verdict === 'orphaned' || verdict === 'mature') expect(verdict).toBe(truth);
      }),
    );
  });
});

const noMemory = { clock: { now: () => 0 } };

describe('judgeBlock', () => {
  it('believes the chain of a sandbox, and a real one’s only node neither in a loss nor in a refusal [I7]', async () => {
    const chain = { ...fakeChain([]), state: 'orphaned' } as const;
    expect([await judgeBlock(chain, 'a'), await isGivenUp(noMemory, chain, { hash: 'a' })]).toEqual([
      'orphaned',
      true,
    ]);
    const real = { ...chain, kind: 'real' } as const;
    expect([await judgeBlock(real, 'a'), await isGivenUp(noMemory, real, { hash: 'a' })]).toEqual([
      'unknown',
      false,
    ]);
  });

  it('gives a verdict that is acted on once it was heard for half a minute, by one clock and one chain [I7]', async () => {
    let now = 0;
    let state: BlockState = 'mature';
    const chain = {
      ...fakeChain([]),
      kind: 'real' as const,
      nodes: { names: ['a', 'b'], answersOf: async () => [answer('a', state), answer('b', state)] },
    };
    const ctx = { clock: { now: () => now }, blockVerdicts: createVerdictMemory() };
    const at = async (ms: number, said: BlockState): Promise<BlockState> => {
      now = ms;
      state = said;
      return (await judgeFinally(ctx, chain, 'x')).verdict;
    };
    expect([await at(0, 'mature'), await at(29_999, 'mature'), await at(30_000, 'mature')]).toEqual([
      'immature',
      'immature',
      'mature',
    ]);
    expect([
      await at(30_001, 'orphaned'),
      await at(60_000, 'orphaned'),
      await at(60_001, 'orphaned'),
    ]).toEqual(['unknown', 'unknown', 'orphaned']);
    expect((await judgeFinally(ctx, { ...chain, name: 'other' }, 'x')).verdict).toBe('unknown');
    expect((await judgeFinally({ clock: ctx.clock }, chain, 'x')).verdict).toBe('unknown');
    expect([await at(70_000, 'unknown'), await isRefused(ctx, chain, 'x', ['a', 'b'])]).toEqual([
      'unknown',
      false,
    ]);
    now = 100_000;
    expect(await isRefused(ctx, chain, 'x', ['a', 'a'])).toBe(false);
    expect(await isRefused(ctx, chain, 'x', ['a', 'b'])).toBe(false);
    now = 130_000;
    expect(await isRefused(ctx, chain, 'x', ['a', 'b'])).toBe(true);
  });
});
