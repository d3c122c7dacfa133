import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockAnswer, BlockState } from '../kernel/chain.ts';
import { fakeChain } from '../testing/fake-chain.ts';
import { isGivenUp, judgeAnswers, judgeBlock } from './judge-block.ts';

const answer = (node: string, state: BlockState, more: Partial<BlockAnswer> = {}): BlockAnswer => ({
  node,
  state,
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
    expect(judgeAnswers([answer('a', 'mature'), answer('b', 'orphaned', behind)])).toBe('mature');
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
    expect(judgeAnswers([answer('a', 'mature'), answer('b', 'immature')])).toBe('immature');
    expect(judgeAnswers([answer('a', 'mature'), answer('b', 'mature'), answer('c', 'immature')])).toBe(
      'mature',
    );
  });

  it('never gives up or credits a block on the word of one mad node among three [I7]', () => {
    const state = fc.constantFrom<BlockState>('unknown', 'immature', 'mature', 'orphaned');
    fc.assert(
      fc.property(state, state, fc.nat(400), (truth, mad, depth) => {
        const verdict = judgeAnswers([
          answer('a', truth),
          answer('b', truth),
          answer('mad', mad, { buriedUnder: depth }),
        ]);
        if (verdict === 'orphaned' || verdict === 'mature') expect(verdict).toBe(truth);
      }),
    );
  });
});

describe('judgeBlock', () => {
  it('believes the chain of a sandbox, and a real one’s only node neither in a loss nor in a refusal [I7]', async () => {
    const chain = { ...fakeChain([]), state: 'orphaned' } as const;
    expect([await judgeBlock(chain, 'a'), await isGivenUp(chain, 'a')]).toEqual(['orphaned', true]);
    const real = { ...chain, kind: 'real' } as const;
    expect([await judgeBlock(real, 'a'), await isGivenUp(real, 'a')]).toEqual(['unknown', false]);
  });
});
