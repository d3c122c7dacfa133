import { describe, expect, it } from 'vitest';
import { chooseWork } from './choose-work.ts';
import type { NodeWork } from './follower-options.ts';
import type { TemplateFacts } from './node-protocol.ts';

const work = (
  node: string,
  height: number,
  previous: string,
  receivedAt: number,
): NodeWork<TemplateFacts> => ({
  node,
  template: { height, previous },
  receivedAt,
});

describe('whose template is mined on', () => {
  it.each([
    ['the first, of one block', [work('b', 5, 'x', 20), work('a', 5, 'x', 10)], undefined, 'a'],
    ['the highest, even after another', [work('a', 5, 'x', 10), work('b', 6, 'y', 20)], undefined, 'b'],
    [
      'the block that is mined on, in a race',
      [work('a', 5, 'x', 10), work('b', 5, 'y', 5)],
      work('a', 5, 'x', 8),
      'a',
    ],
    [
      'the node that is mined on, of one block',
      [work('a', 5, 'x', 30), work('b', 5, 'x', 5)],
      work('a', 5, 'x', 8),
      'a',
    ],
    ['another node, where that one gives no work', [work('b', 5, 'x', 5)], work('a', 5, 'x', 8), 'b'],
    // It was reorganised to a branch with more work, which has one block less.
    ['the only node, whatever its height', [work('a', 4, 'z', 30)], work('a', 5, 'x', 8), 'a'],
  ])('%s', (_name, offers, present, expected) => {
    expect(chooseWork(offers, present)?.node).toBe(expected);
  });
});
