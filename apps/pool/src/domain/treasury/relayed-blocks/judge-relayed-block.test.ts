import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WitnessedBlock } from '../../kernel/relayed-block.ts';
import { judgeRelayedBlock } from './judge-relayed-block.ts';

const minute = 60_000;
const node = (depth: number | undefined, parentDepth: number | undefined): WitnessedBlock => ({
  node: 'one',
  depth,
  parentDepth,
});
const unknown = undefined;

describe('what became of a block of another pool', () => {
  it.each<[string, readonly WitnessedBlock[], string]>([
    ['three blocks stand on it', [node(4, 5)], 'in-chain'],
    ['two do', [node(3, 4)], 'waiting'],
    ['one node has it so deep, and another has not heard of it', [node(4, 5), node(unknown, 9)], 'in-chain'],
    ['none has heard of it, and three stand on another one', [node(unknown, 5), node(unknown, 6)], 'missing'],
    ['none has heard of it, and two stand on another one', [node(unknown, 4)], 'waiting'],
    ['a node that lags has nothing to say', [node(unknown, 5), node(unknown, unknown)], 'missing'],
    ['it is on a branch', [node(-1, 5)], 'lost'],
    ['one has it on a branch, and another has not heard of it', [node(-1, 5), node(unknown, 5)], 'lost'],
    ['one has it as its newest still', [node(1, 2), node(unknown, 5)], 'waiting'],
    ['no node answers', [], 'waiting'],
    ['no node knows the one that it stands on', [node(unknown, unknown)], 'waiting'],
    ['the one that it stands on is given up', [node(unknown, -1)], 'waiting'],
  ])('where %s', (_, answers, fate) => {
    expect(judgeRelayedBlock(answers, 5 * minute)).toBe(fate);
  });

  it('is lost with the one that it stands on, an hour later', () => {
    expect(judgeRelayedBlock([node(unknown, -1)], 61 * minute)).toBe('lost');
    expect(judgeRelayedBlock([node(unknown, -1), node(unknown, 2)], 61 * minute)).toBe('waiting');
  });

  it('cannot be judged where nodes have not said it within a day', () => {
    expect(judgeRelayedBlock([], 24 * 60 * minute)).toBe('waiting');
    expect(judgeRelayedBlock([], 24 * 60 * minute + 1)).toBe('unjudged');
    expect(judgeRelayedBlock([node(unknown, unknown)], 25 * 60 * minute)).toBe('unjudged');
  });

  it('is never missing to a pool whose block a node knows', () => {
    const depth = fc.option(fc.integer({ min: -1, max: 9 }), { nil: undefined });
    const answers = fc.array(fc.tuple(depth, depth), { maxLength: 4 });
    fc.assert(
      fc.property(
        answers,
        fc.integer({ min: 0, max: 2 * 86_400_000 }),
        fc.integer({ min: -1, max: 9 }),
        (all, age, own) => {
          const others = all.map(([mine, before]) => node(mine, before));
          expect(judgeRelayedBlock([...others, node(own, own + 1)], age)).not.toBe('missing');
        },
      ),
    );
  });
});
