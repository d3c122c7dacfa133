import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.ts';
import { capMeter, uncapped } from './conversion-caps.ts';
import type { ConversionTerms } from './conversion.ts';
import { allotSale, broughtBy, convertRealised, isSold, type UnsoldLine } from './sold-first.ts';

const line = (amount: bigint, sold = 0n): UnsoldLine => ({ amount, sold });
const parts = (given: bigint, brought: bigint, ...lines: UnsoldLine[]) =>
  allotSale({ given, brought }, lines).map((part) => [lines.indexOf(part.line), part.given, part.brought]);

describe('allotSale', () => {
  it('gives each line what it lacks before the next, and keeps what is left', () => {
    expect(parts(10n, 100n, line(4n), line(9n, 2n), line(5n))).toEqual([
      [0, 4n, 40n],
      [1, 6n, 60n],
    ]);
    expect(parts(20n, 200n, line(4n), line(9n, 9n), line(5n))).toEqual([
      [0, 4n, 40n],
      [2, 5n, 50n],
    ]);
    expect(parts(5n, 1n)).toEqual([]);
  });

  it('rounds so that nothing of what the sale brought is lost between lines', () => {
    expect(parts(3n, 10n, line(1n), line(1n), line(1n))).toEqual([
      [0, 1n, 3n],
      [1, 1n, 3n],
      [2, 1n, 4n],
    ]);
    expect(parts(2n, 0n, line(1n), line(1n))).toEqual([
      [0, 1n, 0n],
      [1, 1n, 0n],
    ]);
  });

  const units = fc.bigInt({ min: 1n, max: 10n ** 24n });
  const waiting = fc.array(
    fc
      .tuple(units, fc.integer({ min: 0, max: 100 }))
      .map(([amount, percent]) => line(amount, (amount * BigInt(percent)) / 100n)),
    { maxLength: 8 },
  );
  const lacksOf = (lines: readonly UnsoldLine[]) =>
    lines.reduce((sum, { amount, sold }) => sum + amount - sold, 0n);

  it('shares out exactly as much as waits or was sold, never more of a line than it lacks, and all that it brought to the unit', () => {
    fc.assert(
      fc.property(units, fc.bigInt({ min: 0n, max: 10n ** 24n }), waiting, (given, brought, lines) => {
        const shared = allotSale({ given, brought }, lines);
        const sum = shared.reduce((all, part) => all + part.given, 0n);
        const got = shared.reduce((all, part) => all + part.brought, 0n);
        const lacks = lacksOf(lines);
        expect(sum).toBe(lacks < given ? lacks : given);
        expect(got).toBe((brought * sum) / given);
        for (const { line: own, given: part, brought: value } of shared) {
          expect(part).toBeLessThanOrEqual(own.amount - own.sold);
          // Within a unit of its exact proportion.
          const off = value * given - brought * part;
          expect(off < given && off > -given).toBe(true);
        }
      }),
    );
  });

  it('brings the miners of a line no more than its sales brought, and less by a unit for each at the most', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        units,
        units,
        weights,
        fc.array(units, { minLength: 1, maxLength: 5 }),
        (amount, price, each, sizes) => {
          fc.pre(each.some((weight) => weight > 0n));
          const shares = allocate(
            amount,
            each.map((weight) => ({ weight })),
            () => 0,
          );
          // Sold in pieces at prices that differ, until all of it is.
          let own = line(amount);
          let brought = 0n;
          for (const [index, size] of [...sizes, amount].entries()) {
            const sale = { given: size, brought: (size * (price + BigInt(index))) / 10n ** 12n };
            for (const part of allotSale(sale, [own])) {
              own = line(amount, own.sold + part.given);
              brought += part.brought;
            }
          }
          expect(own.sold).toBe(amount);
          const paid = shares.reduce((sum, share) => sum + broughtBy(share, { given: amount, brought }), 0n);
          expect(paid).toBeLessThanOrEqual(brought);
          expect(brought - paid).toBeLessThan(BigInt(shares.length));
        },
      ),
    );
  });
});

describe('a line', () => {
  it('counts as sold once no more than a thousandth of it is left, and never before anything was', () => {
    expect(isSold(line(1000n, 998n))).toBe(false);
    expect(isSold(line(1000n, 999n))).toBe(true);
    expect(isSold(line(1000n, 1000n))).toBe(true);
    expect(isSold(line(999n, 998n))).toBe(false);
    expect(isSold(line(0n))).toBe(false);
  });

  it('is credited at the average of what was sold of it', () => {
    expect(broughtBy(1000n, { given: 999n, brought: 1998n })).toBe(2000n);
    expect(broughtBy(1n, { given: 3n, brought: 2n })).toBe(0n);
  });
});

describe('what was sold first', () => {
  const one = 10n ** 18n;
  const prices: Readonly<Record<string, string>> = { USDT: '1', LTC: '100' };
  const terms = (more: Partial<ConversionTerms> = {}): ConversionTerms => ({
    priceOf: (asset) => prices[asset],
    askOf: (asset) => prices[asset],
    caps: uncapped,
    ...more,
  });
  // 100 KAS brought 9 dollars and 0.01 LTC.
  const realised = {
    given: 100n * one,
    brought: [
      { coin: 'USD', amount: 9n * one },
      { coin: 'LTC', amount: one / 100n },
    ],
  };

  it('is credited with its part of what that brought, at no price of its own', () => {
    expect(convertRealised(50n * one, realised, 'LTC', terms())).toEqual({
      kind: 'converted',
      rate: '0.001',
      amount: one / 20n,
    });
    // LTC that came in is converted at 100 dollars, and a dollar is one.
    expect(convertRealised(100n * one, realised, 'USDT', terms())).toMatchObject({ amount: 10n * one });
    const spread = terms({ spreadOf: (coin) => (coin === 'LTC' ? 10_000 : 0) });
    expect(convertRealised(100n * one, realised, 'LTC', spread)).toMatchObject({
      amount: (891n * one) / 10_000n + one / 100n,
    });
  });

  it('waits whole without a price of a coin that it needs, or above a cap, and fills none before', () => {
    const caps = capMeter({ eachUsd: 8n * one, hourUsd: 8n * one }, 0n);
    expect(convertRealised(one, realised, 'XMR', terms({ caps }))).toEqual({
      kind: 'waits',
      why: 'no-price',
    });
    expect(caps.taken()).toBe(0n);
    expect(convertRealised(100n * one, realised, 'LTC', terms({ caps }))).toEqual({
      kind: 'waits',
      why: 'over-cap',
    });
    expect(convertRealised(0n, realised, 'LTC', terms())).toEqual({
      kind: 'converted',
      rate: '0',
      amount: 0n,
    });
  });
});
