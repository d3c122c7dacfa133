import { balancedEntry, type Posting } from '@openlode/ledger/posting';
import { describe, expect, it } from 'vitest';
import { inRanges } from './in-ranges.ts';

describe('inRanges', () => {
  const postings = balancedEntry({
    key: 'k',
    kind: 'test',
    at: 0,
    postings: ['BTC', 'DOGE', 'XMR'].flatMap((asset, nth) =>
      Array.from({ length: 3000 }, (_, index): Posting[] => [
        { account: `miner:${3 * index + nth}:mining`, asset, amount: 1n },
        { account: 'ext:chain:x', asset, amount: -1n },
      ]).flat(),
    ),
  }).postings;

  it('gives each posting its line, once', () => {
    const parts = [...inRanges(postings, 1000)];
    const lines = parts.flat().toSorted((a, b) => a.line - b.line);
    expect(lines).toEqual(postings.map((posting, index) => ({ ...posting, line: index + 1 })));
  });

  it('gives each part a range of accounts of its own, and about as many as it was asked for', () => {
    const parts = [...inRanges(postings, 1000)];
    expect(parts.length).toBeGreaterThan(8);
    let before = '';
    for (const part of parts) {
      const accounts = part.map(({ account }) => account).toSorted();
      expect(before < (accounts[0] ?? '')).toBe(true);
      before = accounts.at(-1) ?? '';
      expect(part.length).toBeLessThan(1500);
    }
  });

  it('leaves a small entry whole', () => {
    expect([...inRanges(postings, 10_000)]).toHaveLength(1);
    expect([...inRanges([], 10)]).toEqual([]);
  });
});
