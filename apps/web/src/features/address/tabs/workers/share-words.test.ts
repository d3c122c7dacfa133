import { describe, expect, it } from 'vitest';
import { isTooRejected, isTooStale, percentText, reasonWords, rejectedOf, sharesOf } from './share-words.ts';

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
      expect(advice).toMatch(/(use|Restart|Lower|Set) /);
    }
  });

  it('count late shares apart from the other refused ones', () => {
    const counts = { accepted: 90, rejected: { stale: 4, duplicate: 3, low_difficulty: 2, malformed: 1 } };
    expect(sharesOf(counts)).toBe(100);
    expect(rejectedOf(counts)).toBe(6);
    expect(percentText(4, counts)).toBe('4.00 %');
    expect(percentText(0, { accepted: 0, rejected: none })).toBe('0 %');
    expect(percentText(1, { accepted: 1_000_000, rejected: none })).toBe('< 0.01 %');
  });

  it('mark what is too much', () => {
    expect(isTooStale({ accepted: 97, rejected: { ...none, stale: 3 } })).toBe(false);
    expect(isTooStale({ accepted: 96, rejected: { ...none, stale: 4 } })).toBe(true);
    expect(isTooRejected({ accepted: 985, rejected: { ...none, duplicate: 15 } })).toBe(false);
    expect(isTooRejected({ accepted: 984, rejected: { ...none, malformed: 16 } })).toBe(true);
    expect(isTooStale({ accepted: 0, rejected: none })).toBe(false);
  });
});
