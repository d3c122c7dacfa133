import type { CoinGroup, CoinItem } from '@openlode/contracts/http/coins';
import { describe, expect, it } from 'vitest';
import { buildSections, placeSections } from './coin-sections.ts';

const coin = (symbol: string, tags = ''): CoinItem =>
  ({ symbol, name: symbol, tags, top: 0, delisted: 0, paid_here: true }) as CoinItem;
const groups: readonly CoinGroup[] = [
  { category: 'Coins', list: [coin('BTC'), coin('DOGE', 'Meme')] },
  { category: 'Tokens', list: [coin('PEPE', 'Meme,ERC20')] },
];
const outline = (search: Partial<Parameters<typeof buildSections>[1]>) =>
  buildSections(groups, { text: '', filter: null, recent: [], ...search }).map(
    ({ title, coins }) => `${title}: ${coins.map(({ symbol }) => symbol).join(' ')}`,
  );

describe('the sections of the coin list', () => {
  it('are the recent coins, the popular ones and every category', () => {
    expect(outline({ recent: ['PEPE', 'GONE'] })).toEqual([
      'Recently viewed: PEPE',
      'Popular: BTC DOGE',
      'Coins: BTC DOGE',
      'Tokens: PEPE',
    ]);
  });

  it('recommend no delisted coin', () => {
    const list = [coin('BTC'), { ...coin('DOGE'), delisted: 1 as const }];
    const [popular, coins] = buildSections([{ category: 'Coins', list }], {
      text: '',
      filter: null,
      recent: [],
    });
    expect(popular?.coins.map(({ symbol }) => symbol)).toEqual(['BTC']);
    expect(coins?.coins.map(({ symbol }) => symbol)).toEqual(['BTC', 'DOGE']);
  });

  it('put what the pool does not pay last, and recommend none of it', () => {
    const list = [{ ...coin('BTC'), paid_here: false }, coin('DOGE')];
    const [popular, coins] = buildSections([{ category: 'Coins', list }], {
      text: '',
      filter: null,
      recent: [],
    });
    expect(popular?.coins.map(({ symbol }) => symbol)).toEqual(['DOGE']);
    expect(coins?.coins.map(({ symbol }) => symbol)).toEqual(['DOGE', 'BTC']);
  });

  it('are narrowed by a tag, which leaves the popular coins out', () => {
    expect(outline({ filter: 'Meme', recent: ['BTC', 'DOGE'] })).toEqual([
      'Recently viewed: DOGE',
      'Coins: DOGE',
      'Tokens: PEPE',
    ]);
  });

  it('are the matches of a text in its place', () => {
    expect(outline({ text: 'doge', filter: 'ERC20', recent: ['PEPE'] })).toEqual(['1 coin matches: DOGE']);
    expect(outline({ text: 'e' })).toEqual(['2 coins match: DOGE PEPE']);
    expect(outline({ text: 'zz' })).toEqual([]);
  });

  it('count their coins without those of closed categories', () => {
    const sections = buildSections(groups, { text: '', filter: null, recent: ['PEPE'] });
    const placed = placeSections(sections, new Set(['Coins', 'Popular']));
    expect(placed.map(({ title, isOpen, start }) => [title, isOpen, start])).toEqual([
      ['Recently viewed', true, 0],
      ['Popular', true, 1],
      ['Coins', false, 3],
      ['Tokens', true, 3],
    ]);
  });
});
