import { describe, expect, it } from 'vitest';
import { isTooRejected, isTooStale, percentText, reasonWords, rejectedOf, sharesOf } from './share-words.ts';

const pages = import.meta.glob('../../../../../../../docs/what-the-miner-sees.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const none = { stale: 0, duplicate: 0, low_difficulty: 0, malformed: 0 };

describe('the words about shares', () => {
  it('have a title and a next step for every reason', () => {
    expect(reasonWords.map(({ reason }) => reason)).toEqual([
      'stale',
      'duplicate',
      'low_difficulty',
      'malformed',
    ]);
    for (const { title, advice } of reasonWords) {
      expect(title.length).toBeGreaterThan(5);
      expect(advice).toMatch(/(use|Restart|Lower|Check) /);
    }
  });

  it('are those that the page about the console of the miner names', () => {
    const [page] = Object.values(pages);
    if (typeof page !== 'string') throw new Error('there is no such page');
    const reported = page.split('\n').filter((line) => line.includes('The page of the address counts'));
    const titles = reported.flatMap((line) => [...line.matchAll(/\*([^*]+)\*/g)].map(([, title]) => title));
    expect(titles).toEqual(reasonWords.map(({ title }) => title));
  });

  it('count late shares apart from the other refused ones', () => {
    const counts = { accepted: 90, rejected: { stale: 4, duplicate: 3, low_difficulty: 2, malformed: 1 } };
    expect(sharesOf(counts)).toBe(100);
    expect(rejectedOf(counts)).toBe(6);
    expect(percentText(4, counts)).toBe('4.00%');
    expect(percentText(0, { accepted: 0, rejected: none })).toBe('0%');
    expect(percentText(1, { accepted: 1_000_000, rejected: none })).toBe('< 0.01%');
  });

  it('mark what is too much', () => {
    expect(isTooStale({ accepted: 97, rejected: { ...none, stale: 3 } })).toBe(false);
    expect(isTooStale({ accepted: 96, rejected: { ...none, stale: 4 } })).toBe(true);
    expect(isTooRejected({ accepted: 985, rejected: { ...none, duplicate: 15 } })).toBe(false);
    expect(isTooRejected({ accepted: 984, rejected: { ...none, malformed: 16 } })).toBe(true);
    expect(isTooStale({ accepted: 0, rejected: none })).toBe(false);
  });
});
