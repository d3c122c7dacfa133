import { describe, expect, it } from 'vitest';
import { articleBefore } from './indefinite-article.ts';

describe('articleBefore', () => {
  it.each([
    ['DOGE', 'a'],
    ['ETH', 'an'],
    ['ADA', 'an'],
    ['XRP', 'an'],
    ['LTC', 'an'],
    ['SOL', 'a'],
    ['NEO', 'a'],
    ['BTC', 'a'],
    ['UNI', 'a'],
    ['1INCH', 'a'],
  ] as const)('%s takes %s', (symbol, article) => {
    expect(articleBefore(symbol)).toBe(article);
  });
});
