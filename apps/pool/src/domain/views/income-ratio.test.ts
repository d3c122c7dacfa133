import { describe, expect, it } from 'vitest';
import { draw } from '../testing/luck-years.ts';
import { incomeRatioOf, type PaidSpan } from './income-ratio.ts';

const coin = 10n ** 18n;
const day = 86_400_000;
/** A block brings 12.5 without fees. */
const brings = { over: () => (25n * coin) / 2n, areFeesKnown: true };
/** Of each a hundred thousand. */
const many = 100_000;

/** Payments of a day's work each; the first is the first ever. */
function daily(days: number, amountOf: (day: number) => number, blocks = 1): PaidSpan[] {
  return Array.from({ length: days }, (_, index) => ({
    amount: BigInt(Math.round(amountOf(index) * 1e9)) * 10n ** 9n,
    blocks: BigInt(Math.round(blocks * 1e9)) * 10n ** 9n,
    from: index * day,
    until: (index + 1) * day,
    workedMs: day,
    isFirst: index === 0,
  }));
}

const fpps = { scheme: 'fpps', feePpm: 10_000 } as const;
const pplns = { scheme: 'pplns', feePpm: 10_000 } as const;
const isLow = (found: ReturnType<typeof incomeRatioOf>): boolean =>
  found !== undefined && found.ratio < found.least;

describe('what a pool that pays each share has paid', () => {
  it('is held against what its work was worth without fees, less what it keeps, over seven days', () => {
    const paid = daily(9, () => 12.375);
    const found = incomeRatioOf(fpps, paid, brings, many);
    expect(found?.ratio).toBeCloseTo(1, 9);
    expect(found?.least).toBeCloseTo(0.97 - 8 / Math.sqrt(700_000), 9);
    expect(found?.days).toBe(7);
  });

  it('is not judged before it covers seven days, the first payment apart', () => {
    expect(
      incomeRatioOf(
        fpps,
        daily(7, () => 1),
        brings,
        many,
      ),
    ).toBeUndefined();
    expect(
      incomeRatioOf(
        fpps,
        daily(8, () => 1),
        brings,
        many,
      ),
    ).toBeDefined();
    expect(incomeRatioOf(fpps, [], brings, many)).toBeUndefined();
  });

  it('is not judged without the shares that were sent on, or what a block brings', () => {
    const paid = daily(9, () => 12);
    expect(incomeRatioOf(fpps, paid, brings, undefined)).toBeUndefined();
    expect(incomeRatioOf(fpps, paid, brings, 0)).toBeUndefined();
    expect(incomeRatioOf(fpps, paid, { over: () => 0n, areFeesKnown: true }, many)).toBeUndefined();
  });

  it('is too little where it keeps five percent more than it says', () => {
    expect(
      isLow(
        incomeRatioOf(
          fpps,
          daily(9, () => 12.375 * 0.95),
          brings,
          many,
        ),
      ),
    ).toBe(true);
    expect(
      isLow(
        incomeRatioOf(
          fpps,
          daily(9, () => 12.375 * 0.98),
          brings,
          many,
        ),
      ),
    ).toBe(false);
  });

  it('may lack what fees are, by whichever name it pays, also where nodes do not say these', () => {
    for (const scheme of ['fpps', 'pps', 'pps+'] as const) {
      expect(
        isLow(
          incomeRatioOf(
            { ...fpps, scheme },
            daily(9, () => 12.375),
            brings,
            many,
          ),
        ),
      ).toBe(false);
      const unsaid = { over: () => 13n * coin, areFeesKnown: false };
      expect(
        isLow(
          incomeRatioOf(
            { ...fpps, scheme },
            daily(9, () => 12.375),
            unsaid,
            many,
          ),
        ),
      ).toBe(false);
      expect(
        isLow(
          incomeRatioOf(
            { ...fpps, scheme },
            daily(9, () => 11),
            unsaid,
            many,
          ),
        ),
      ).toBe(true);
    }
  });

  it('lacks at first what the pool still owes: the first payment is none to judge by', () => {
    expect(
      isLow(
        incomeRatioOf(
          fpps,
          daily(9, (index) => (index === 0 ? 0.1 : 12.375)),
          brings,
          many,
        ),
      ),
    ).toBe(false);
  });

  it('is held against what a block brought when the work was done', () => {
    const halved = { over: (from: number) => (from < 5 * day ? 13n * coin : 7n * coin), areFeesKnown: false };
    // Of the seven days that are judged three had thirteen a block.
    const paid = daily(9, (index) => (index < 5 ? 12.87 : 6.93));
    const found = incomeRatioOf(fpps, paid.slice(0, 9), halved, many);
    expect(found?.days).toBe(7);
    expect(found?.ratio).toBeCloseTo(1, 9);
    expect(isLow(found)).toBe(false);
    expect(isLow(incomeRatioOf(fpps, paid, { over: () => 13n * coin, areFeesKnown: false }, many))).toBe(
      true,
    );
  });

  it('says less the fewer shares were sent on', () => {
    const paid = daily(9, () => 12.375 * 0.9);
    expect(isLow(incomeRatioOf(fpps, paid, brings, many))).toBe(true);
    expect(isLow(incomeRatioOf(fpps, paid, brings, 500))).toBe(false);
  });

  it('is not called too little in 500 years of honest pools, whose shares come by chance and differ in difficulty', () => {
    let low = 0;
    for (let seed = 0; seed < 500; seed += 1) {
      const random = draw(seed);
      // Sent on: 20 to 4,000 shares a day, of two difficulties a factor of sixteen apart.
      const [few, light] = [10 + random.next() * 100, 10 + random.next() * 1900];
      const [heavy, small] = [16, 1];
      const worth = few * heavy + light * small;
      const paid = daily(365, () => {
        const counted = random.normal(few) * heavy + random.normal(light) * small;
        return 12.375 * (counted / worth);
      });
      for (let last = 8; last <= paid.length; last += 1)
        low += Number(
          isLow(incomeRatioOf(fpps, paid.slice(Math.max(0, last - 9), last), brings, few + light)),
        );
    }
    expect(low).toBe(0);
  });
});

describe('what a pool that pays by luck has paid', () => {
  it('is held against the blocks that it finds, where that is said', () => {
    const found = incomeRatioOf(
      { ...pplns, blocksPerDay: 40 },
      daily(31, () => 11, 0.5),
      brings,
      many,
    );
    expect(found?.days).toBe(30);
    expect(found?.ratio).toBeCloseTo((11 / 12.375) * 2, 9);
    expect(found?.least).toBeCloseTo(1 - 4 / Math.sqrt(1200) - 8 / Math.sqrt(15 * many), 9);
  });

  it('is held against those of our own work where that is not said, and those are fewer', () => {
    expect(
      incomeRatioOf(
        pplns,
        daily(31, () => 11, 2),
        brings,
        many,
      )?.least,
    ).toBeCloseTo(1 - 4 / Math.sqrt(60) - 8 / Math.sqrt(60 * many), 9);
    expect(
      incomeRatioOf(
        pplns,
        daily(31, () => 0.1, 0.1),
        brings,
        many,
      )?.least,
    ).toBe(0);
    // Alone it finds no others.
    const solo = { ...pplns, scheme: 'solo', blocksPerDay: 1000 } as const;
    expect(
      incomeRatioOf(
        solo,
        daily(31, () => 11, 2),
        brings,
        many,
      )?.least,
    ).toBeCloseTo(1 - 4 / Math.sqrt(60) - 8 / Math.sqrt(60 * many), 9);
  });

  it('is held against the blocks of the time in which there was work, where that is known', () => {
    const terms = { ...pplns, blocksPerDay: 40 };
    const paid = daily(31, () => 11, 0.5);
    const leastOf = (workedMs: number | undefined): number | undefined =>
      incomeRatioOf(
        terms,
        paid.map((span) => ({ ...span, workedMs })),
        brings,
        many,
      )?.least;
    // An hour a day.
    expect(leastOf(day / 24)).toBeCloseTo(1 - 4 / Math.sqrt(50) - 8 / Math.sqrt(15 * many), 9);
    expect(leastOf(undefined)).toBe(0);
  });

  it('is judged so where the scheme is not said', () => {
    const found = incomeRatioOf(
      { feePpm: 0, blocksPerDay: 40 },
      daily(31, () => 11),
      brings,
      many,
    );
    expect(found?.least).toBeLessThan(0.9);
  });

  it('is called too little of half of what it finds, and of hardly any honest pool in a year', () => {
    let honest = 0;
    const years = 200;
    for (let seed = 0; seed < years; seed += 1) {
      const random = draw(seed);
      const blocksPerDay = 1 + random.next() * 20;
      const terms = { ...pplns, blocksPerDay };
      const paid = daily(365, () => 12.375 * 0.5 * (random.poisson(blocksPerDay) / blocksPerDay), 0.5);
      const lowAt = (part: bigint): boolean =>
        paid.some((_, last) => {
          if (last < 30) return false;
          const seen = paid
            .slice(Math.max(0, last - 31), last)
            .map((span) => ({ ...span, amount: (span.amount * part) / 100n }));
          return isLow(incomeRatioOf(terms, seen, brings, many));
        });
      honest += Number(lowAt(100n));
      if (blocksPerDay > 4) expect(lowAt(50n)).toBe(true);
    }
    expect(honest).toBeLessThanOrEqual(2);
  });
});
