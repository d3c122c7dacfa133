import { describe, expect, it } from 'vitest';
import type { DatedCoins } from '../kernel/upstream-terms.ts';
import { blockWorthOf } from './block-worth.ts';

const coin = 10n ** 18n;
const day = 86_400_000;
/** 2027-03-01, in ms. */
const halving = 1_803_859_200_000;
const dated: readonly [DatedCoins, ...DatedCoins[]] = [
  { coins: 4n * coin },
  { coins: 2n * coin, from: halving },
  { coins: coin, from: halving + 2 * day },
];

describe('what a block brings', () => {
  it('is what nodes say, less the fees that they name, for work of any time', () => {
    const said = blockWorthOf({ coinsPerBlock: dated }, { reward: 13n * coin, fees: coin / 2n }, halving);
    expect(said?.now).toBe(13n * coin);
    expect(said?.over(0, halving)).toBe((25n * coin) / 2n);
    expect(said?.areFeesKnown).toBe(true);
    const unsaid = blockWorthOf({}, { reward: 13n * coin }, halving);
    expect(unsaid?.over(0, halving)).toBe(13n * coin);
    expect(unsaid?.areFeesKnown).toBe(false);
  });

  it('is what the settings say where no node does', () => {
    const said = blockWorthOf({ coinsPerBlock: dated }, undefined, halving - 1);
    expect(said?.now).toBe(4n * coin);
    expect(said?.areFeesKnown).toBe(false);
    expect(blockWorthOf({ coinsPerBlock: dated }, { reward: undefined }, halving)?.now).toBe(2n * coin);
    expect(blockWorthOf({ coinsPerBlock: dated }, undefined, halving + 3 * day)?.now).toBe(coin);
  });

  it.each<[string, from: number, until: number, coins: bigint]>([
    ['before the first change', halving - 2 * day, halving, 4n * coin],
    ['after the last one', halving + 2 * day, halving + 9 * day, coin],
    ['a quarter of it before', halving - day / 2, halving + (3 * day) / 2, (5n * coin) / 2n],
    ['of three figures', halving - day, halving + 3 * day, (9n * coin) / 4n],
    ['of a moment', halving, halving, 2n * coin],
  ])('is weighed by time, %s', (_, from, until, coins) => {
    expect(blockWorthOf({ coinsPerBlock: dated }, undefined, 0)?.over(from, until)).toBe(coins);
  });

  it('is not known where neither says it', () => {
    expect(blockWorthOf({}, undefined, halving)).toBeUndefined();
    expect(blockWorthOf({}, {}, halving)).toBeUndefined();
  });
});
