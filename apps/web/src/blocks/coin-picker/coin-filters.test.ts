import { coinGroupsExample } from '@openlode/contracts/examples/coins';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { describe, expect, it } from 'vitest';
import { filterGroups, hasTag } from './coin-filters.ts';

const [first] = coinGroupsExample.data.flatMap((group) => group.list);
if (first === undefined) throw new Error('the example lists coins');
const coin = (tags: string, top: 0 | 1 = 0): CoinItem => ({ ...first, tags, top });

describe('hasTag', () => {
  it.each([
    ['Meme', 'New,Meme,Solana', true],
    ['Solana', 'New,Meme,Solana', true],
    ['BEP20', 'ERC20', false],
    ['ERC20', '', false],
  ] as const)('%s of %s: %s', (filter, tags, expected) => {
    expect(hasTag(coin(tags), filter)).toBe(expected);
  });

  it('takes a new coin without its tag for new', () => {
    expect(hasTag(coin('', 1), 'New')).toBe(true);
    expect(hasTag(coin(''), 'New')).toBe(false);
  });
});

describe('filterGroups', () => {
  const groups = [
    { category: 'Meme', list: [coin('Meme'), coin('Meme,BEP20')] },
    { category: 'DeFi', list: [coin('ERC20')] },
  ];

  it('keeps what carries the tag and drops what is left empty', () => {
    expect(filterGroups(groups, 'BEP20').map(({ category, list }) => [category, list.length])).toEqual([
      ['Meme', 1],
    ]);
  });

  it('keeps everything without a tag', () => {
    expect(filterGroups(groups, null)).toBe(groups);
  });
});
