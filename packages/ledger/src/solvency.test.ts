import { describe, expect, it } from 'vitest';
import { shortfalls } from './solvency.ts';

describe('shortfalls', () => {
  it('reports every asset of which less is held than owed, even by one unit', () => {
    expect(
      shortfalls([
        { asset: 'BTC', held: 10n, owed: 10n },
        { asset: 'DOGE', held: 2n ** 200n - 1n, owed: 2n ** 200n },
        { asset: 'LTC', held: 5n, owed: 0n },
      ]),
    ).toEqual([{ asset: 'DOGE', short: 1n }]);
  });
});
