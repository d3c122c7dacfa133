import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConvertedPair, realisedPairs, type TradedPair } from './realised-rates.ts';

const one = 10n ** 18n;
const converted = (given: bigint): ConvertedPair => ({
  asset: 'KAS',
  coin: 'LTC',
  conversions: 3n,
  taken: 1000n * one,
  given,
});
const trade = (sold: string, given: bigint, bought: string, got: bigint, trades = 1n): TradedPair => ({
  sold,
  bought,
  trades,
  given,
  got,
});

describe('what trades brought against what was credited', () => {
  it('is nothing where nothing was traded, and names no rate', () => {
    expect(realisedPairs([converted(one)], [trade('XEL', one, 'LTC', one)])).toEqual([
      { ...converted(one), trades: 0n, realised: undefined, percent: undefined, gained: undefined },
    ]);
  });

  it('is the pair itself where it was traded: 1 LTC credited, 0.5 brought by half of it', () => {
    expect(realisedPairs([converted(one)], [trade('KAS', 500n * one, 'LTC', one / 2n, 4n)])).toMatchObject([
      { trades: 4n, percent: '100', gained: 0n },
    ]);
    // One percent less, and a unit: 0.99 LTC for all of it.
    expect(
      realisedPairs([converted(one)], [trade('KAS', 1000n * one, 'LTC', (one * 99n) / 100n)]),
    ).toMatchObject([{ percent: '99', gained: -one / 100n }]);
  });

  it('goes through money: what it was sold for, at what the coin was bought for', () => {
    // 1000 KAS for 99 USDT, and an LTC costs 100: 0.99.
    const sales = [
      trade('KAS', 1000n * one, 'USDT', 99n * one, 2n),
      trade('USDT', 50n * one, 'LTC', one / 2n),
    ];
    expect(realisedPairs([converted(one)], sales)).toMatchObject([
      { trades: 3n, percent: '99', gained: -one / 100n },
    ]);
    // No LTC was bought with USDC: what was sold for it says nothing.
    expect(realisedPairs([converted(one)], [...sales, trade('KAS', one, 'USDC', one)])).toMatchObject([
      { trades: 3n, percent: '99' },
    ]);
  });

  it('weighs what was sold for several coins by how much of it was', () => {
    const both = [
      trade('KAS', 750n * one, 'LTC', (750n * one) / 1000n),
      trade('KAS', 250n * one, 'USD', 20n * one),
      trade('USD', 100n * one, 'LTC', one),
    ];
    // 0.75 LTC, and 0.2 for the other quarter.
    expect(realisedPairs([converted(one)], both)).toMatchObject([
      { trades: 3n, percent: '95', gained: -one / 20n },
    ]);
  });

  it('names no percentage where nothing was credited', () => {
    expect(realisedPairs([converted(0n)], [trade('KAS', one, 'LTC', one / 1000n)])).toMatchObject([
      { percent: undefined, gained: one },
    ]);
  });

  it('is a hundred percent, and gains nothing to the unit, wherever trades bring exactly what was credited', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 30n });
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.bigInt({ min: 1n, max: 1000n }),
        amount,
        (taken, given, times, money) => {
          const pair = { ...converted(given), taken };
          const direct = [trade('KAS', taken * times, 'LTC', given * times)];
          const byMoney = [
            trade('KAS', taken * times, 'USD', money * times),
            trade('USD', money, 'LTC', given),
          ];
          for (const trades of [direct, byMoney, [...direct, ...byMoney]])
            expect(realisedPairs([pair], trades)).toMatchObject([{ percent: '100', gained: 0n }]);
        },
      ),
    );
  });

  it('is below a hundred percent exactly where conversions have lost', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 24n });
    fc.assert(
      fc.property(amount, amount, amount, amount, (taken, given, sold, got) => {
        const [pair] = realisedPairs([{ ...converted(given), taken }], [trade('KAS', sold, 'LTC', got)]);
        const isLess = got * taken < given * sold;
        expect((pair?.gained ?? 0n) < 0n).toBe(isLess);
        if (!isLess) expect(Number(pair?.percent)).toBeGreaterThanOrEqual(100);
      }),
    );
  });
});
