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
    ['SHIB', 'a'],
    ['FLOKI', 'a'],
    ['SKY', 'a'],
    ['FLUX', 'a'],
    ['STEEM', 'a'],
    ['ONE', 'a'],
    ['USDT', 'a'],
    ['FTM', 'an'],
    ['RVN', 'an'],
    ['EOS', 'an'],
    ['Stellar', 'a'],
    ['Shiba Inu', 'a'],
    ['Skycoin', 'a'],
    ['Flux', 'a'],
    ['Steem', 'a'],
    ['Ethereum', 'an'],
    ['Uniswap', 'a'],
    ['Monero', 'a'],
    ['Avalanche', 'an'],
    ['USD Coin', 'a'],
    ['NVIDIA RTX 3070 (tuned, v2)', 'an'],
    ['AMD Ryzen 9 5950X', 'an'],
    ['Antminer S19', 'an'],
    ['Bitmain Antminer Z15', 'a'],
  ] as const)('%s takes %s', (symbol, article) => {
    expect(articleBefore(symbol)).toBe(article);
  });
});
