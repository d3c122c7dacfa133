import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capMeter, uncapped } from './conversion-caps.ts';
import { type ConversionTerms, convertAmount } from './conversion.ts';

const coin = 10n ** 18n;
const prices: Readonly<Record<string, string>> = { BTC: '60000', DOGE: '0.3', XRP: '3' };
/** Where the pool gives a coin it asks a hundredth more. */
const asks: Readonly<Record<string, string>> = { BTC: '60600', DOGE: '0.303', XRP: '3.03' };
const terms = (more: Partial<ConversionTerms> = {}): ConversionTerms => ({
  priceOf: (asset) => prices[asset],
  askOf: (asset) => asks[asset],
  caps: uncapped,
  ...more,
});

describe('convertAmount', () => {
  it('sells at the price that the pool pays and buys at the one that it asks', () => {
    // 0.01 BTC are 600 dollars: at 0.303 dollars each 1,980.198… DOGE.
    expect(convertAmount(coin / 100n, 'BTC', 'DOGE', terms())).toEqual({
      kind: 'converted',
      rate: '198019.801980198019',
      amount: 1_980_198_019_801_980_198_019n,
    });
  });

  it('keeps back the spread of both coins, and nothing of one that is not converted', () => {
    const spreadOf = (asset: string) => (asset === 'BTC' ? 3000 : 1000);
    // 0.4% less than 1,980.198… DOGE.
    expect(convertAmount(coin / 100n, 'BTC', 'DOGE', terms({ spreadOf }))).toEqual({
      kind: 'converted',
      rate: '197227.722772277227',
      amount: 1_972_277_227_722_772_277_227n,
    });
    expect(convertAmount(coin, 'BTC', 'BTC', terms({ spreadOf }))).toEqual({
      kind: 'converted',
      rate: '1',
      amount: coin,
    });
    // What it is worth counts whole against the caps.
    const caps = capMeter({ eachUsd: 599n * coin, hourUsd: 600n * coin }, 0n);
    expect(convertAmount(coin / 100n, 'BTC', 'DOGE', terms({ spreadOf, caps }))).toEqual({
      kind: 'waits',
      why: 'over-cap',
    });
  });

  it('never gives more for a wider spread', () => {
    const ppm = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 27n }), ppm, ppm, (amount, one, other) => {
        const given = (each: number) => {
          const outcome = convertAmount(amount, 'BTC', 'DOGE', terms({ spreadOf: () => each }));
          if (outcome.kind !== 'converted') throw new Error(outcome.why);
          return outcome.amount;
        };
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(given(high)).toBeLessThanOrEqual(given(low));
        // Exactly the published part of what it is without one, within a unit of rounding.
        const exact = given(0) * (1_000_000n - 2n * BigInt(low));
        expect(given(low) * 1_000_000n - exact).toBeLessThan(1_000_000n);
        expect(given(low) * 1_000_000n - exact).toBeGreaterThan(-1_000_000n);
      }),
    );
  });

  it('rounds down: what is worth less than a unit of the other coin is worth none', () => {
    expect(convertAmount(1n, 'DOGE', 'BTC', terms())).toMatchObject({ kind: 'converted', amount: 0n });
    expect(convertAmount(202_000n, 'DOGE', 'BTC', terms())).toMatchObject({ amount: 1n });
    expect(convertAmount(201_999n, 'DOGE', 'BTC', terms())).toMatchObject({ amount: 0n });
  });

  it('asks for no price and fills no cap where the coin is the same, or there is nothing', () => {
    const closed = terms({
      priceOf: () => undefined,
      askOf: () => undefined,
      caps: capMeter({ eachUsd: 0n, hourUsd: 0n }, 0n),
    });
    expect(convertAmount(7n, 'BTC', 'BTC', closed)).toEqual({ kind: 'converted', rate: '1', amount: 7n });
    expect(convertAmount(0n, 'BTC', 'DOGE', closed)).toEqual({ kind: 'converted', rate: '0', amount: 0n });
  });

  it.each([
    ['the sold coin', 'KAS', 'DOGE'],
    ['the bought coin', 'DOGE', 'KAS'],
    ['both', 'KAS', 'ALPH'],
  ])('waits without a price of %s, and fills no cap by it [R1]', (_title, asset, to) => {
    const caps = capMeter({ eachUsd: coin, hourUsd: coin }, 0n);
    expect(convertAmount(coin, asset, to, terms({ caps }))).toEqual({ kind: 'waits', why: 'no-price' });
    expect(caps.taken()).toBe(0n);
  });

  it('counts dollars of the sold side against the caps, and names the one that holds it [R3]', () => {
    const caps = capMeter({ eachUsd: 30n * coin, hourUsd: 50n * coin }, 0n);
    const sell = (xrp: bigint) => convertAmount(xrp * coin, 'XRP', 'DOGE', terms({ caps }));
    expect(sell(11n)).toEqual({ kind: 'waits', why: 'over-cap' });
    expect(sell(10n)).toMatchObject({ kind: 'converted' });
    expect(sell(7n)).toEqual({ kind: 'waits', why: 'over-hour-cap' });
    expect(sell(6n)).toMatchObject({ kind: 'converted' });
    expect(caps.taken()).toBe(48n * coin);
  });

  it('answers each pair of prices for itself, however many there were before', () => {
    const at = (usd: number) => terms({ priceOf: () => `${usd}`, askOf: () => '1' });
    for (let usd = 1; usd <= 2100; usd += 1)
      expect(convertAmount(1n, 'A', 'B', at(usd))).toMatchObject({ amount: BigInt(usd) });
    expect(convertAmount(3n, 'A', 'B', at(2))).toMatchObject({ amount: 6n });
  });

  it('never gives more than it took is worth, and never makes anything of a way there and back', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 9n });
    const text = (value: bigint) => `${value / 100n}.${(value % 100n).toString().padStart(2, '0')}`;
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), cents, cents, (amount, one, other) => {
        const usd = (asset: string) => (asset === 'A' ? text(one) : text(other));
        const fair = terms({ priceOf: usd, askOf: usd });
        const there = convertAmount(amount, 'A', 'B', fair);
        if (there.kind !== 'converted') throw new Error(there.why);
        expect(there.amount * other).toBeLessThanOrEqual(amount * one);
        const back = convertAmount(there.amount, 'B', 'A', fair);
        if (back.kind !== 'converted') throw new Error(back.why);
        expect(back.amount).toBeLessThanOrEqual(amount);
      }),
    );
  });
});
