import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { miningAccount, pendingAccount } from './accounts.ts';
import { uncapped } from './conversion-caps.ts';
import { approvedTerms, convertAmount } from './conversion.ts';
import { creditPart } from './credit-part.ts';
import { exposureMeter, exposureOf } from './exposure.ts';

const coin = 10n ** 18n;
const prices: Readonly<Record<string, string>> = { BTC: '60000', LTC: '100', DOGE: '0.25' };
const priceOf = (each: string): string | undefined => prices[each];
const limits = { coinUsd: 1000n * coin, allUsd: 1500n * coin };

describe('exposure', () => {
  it('is what conversions have left of each coin, whatever its sign, and of all together', () => {
    const open = [
      { coin: 'DOGE', amount: -400n * coin },
      { coin: 'LTC', amount: 3n * coin },
      { coin: 'KAS', amount: 5n * coin },
      { coin: 'BTC', amount: 0n },
    ];
    expect(exposureOf(open, priceOf)).toEqual({
      coins: [
        { coin: 'LTC', amount: 3n * coin, usd: 300n * coin },
        { coin: 'DOGE', amount: -400n * coin, usd: 100n * coin },
        { coin: 'KAS', amount: 5n * coin, usd: undefined },
      ],
      allUsd: 400n * coin,
    });
  });
});

describe('what conversions may leave open', () => {
  it('is not used up by the money that sales have brought, and is by what is owed in it', () => {
    const dollars = (each: string): string => prices[each] ?? '1';
    const meter = exposureMeter(limits, [{ coin: 'USDT', amount: 1500n * coin }], dollars);
    expect(meter.isTooMuch('LTC', coin, 'DOGE', 400n * coin)).toBe(false);
    expect(meter.isTooMuch('LTC', coin, 'USDC', 1001n * coin)).toBe(true);
    expect(exposureOf([{ coin: 'USDT', amount: 1500n * coin }], dollars).allUsd).toBe(0n);
    expect(exposureOf([{ coin: 'USDC', amount: -7n * coin }], dollars).allUsd).toBe(7n * coin);
  });

  it('is limited for one coin, to the unit', () => {
    const meter = exposureMeter(limits, [{ coin: 'LTC', amount: 9n * coin }], priceOf);
    expect(meter.isTooMuch('LTC', coin, 'DOGE', 0n)).toBe(false);
    expect(meter.isTooMuch('LTC', coin + 1n, 'DOGE', 0n)).toBe(true);
    expect(meter.isTooMuch('DOGE', 0n, 'LTC', 19n * coin)).toBe(false);
    expect(meter.isTooMuch('DOGE', 0n, 'LTC', 20n * coin)).toBe(true);
  });

  it('is limited for all together', () => {
    const meter = exposureMeter(limits, [{ coin: 'LTC', amount: 5n * coin }], priceOf);
    // 500 are open; 5 LTC for 2,000 DOGE are 500 more in either.
    expect(meter.isTooMuch('LTC', 5n * coin, 'DOGE', 2000n * coin)).toBe(false);
    meter.add('LTC', 5n * coin, 'DOGE', 2000n * coin);
    expect(meter.isTooMuch('BTC', 1n, 'DOGE', 4n * coin)).toBe(true);
    // The other way round makes both smaller.
    expect(meter.isTooMuch('DOGE', 2000n * coin, 'LTC', 5n * coin)).toBe(false);
  });

  it('lets through what makes a position smaller that is over the limit', () => {
    const meter = exposureMeter(limits, [{ coin: 'LTC', amount: 100n * coin }], priceOf);
    expect(meter.isTooMuch('KAS', coin, 'LTC', coin)).toBe(false);
    expect(meter.isTooMuch('LTC', 1n, 'KAS', coin)).toBe(true);
  });

  it('makes a conversion wait, and counts none that waits for a cap', () => {
    const exposure = exposureMeter({ coinUsd: 250n * coin, allUsd: 500n * coin }, [], priceOf);
    const terms = { priceOf, askOf: priceOf, caps: uncapped, exposure };
    const full = { take: () => 'over-cap' as const, taken: () => 0n };
    expect(convertAmount(2n * coin, 'LTC', 'DOGE', { ...terms, caps: full })).toEqual({
      kind: 'waits',
      why: 'over-cap',
    });
    expect(convertAmount(2n * coin, 'LTC', 'DOGE', terms)).toMatchObject({ amount: 800n * coin });
    expect(convertAmount(coin, 'LTC', 'DOGE', terms)).toEqual({ kind: 'waits', why: 'over-exposure' });
    expect(convertAmount(400n * coin, 'DOGE', 'LTC', terms)).toMatchObject({ amount: coin });
  });

  it('is used up by what an operator lets through, which no limit holds', () => {
    const exposure = exposureMeter(limits, [], priceOf);
    const terms = { priceOf, askOf: priceOf, caps: uncapped, exposure };
    // 1,200 dollars in either coin: more than one may leave open, and all of them together.
    const approved = convertAmount(12n * coin, 'LTC', 'DOGE', approvedTerms(terms));
    expect(approved).toMatchObject({ kind: 'converted', amount: 4800n * coin });
    expect(convertAmount(1000n, 'LTC', 'DOGE', terms)).toEqual({
      kind: 'waits',
      why: 'over-exposure',
    });
  });

  it('is used up by what has to be bought for coins that were sold first', () => {
    // 12 LTC were sold for 1,200 USDT: of these are 12 short until they are credited.
    const sold = [{ coin: 'LTC', amount: -12n * coin }];
    const dollars = (each: string): string | undefined => (each === 'USDT' ? '1' : prices[each]);
    const exposure = exposureMeter(limits, sold, dollars);
    const terms = { priceOf: dollars, askOf: dollars, caps: uncapped, exposure };
    const miner = {
      minerId: 1n,
      coin: 'DOGE',
      ledgerAccount: miningAccount(1n),
      pendingAccount: pendingAccount(1n),
    };
    const { credit } = creditPart(
      {
        asset: 'LTC',
        share: 12n * coin,
        miner,
        terms: { feePpm: 0, referrals: [] },
        ownerOf: () => miner,
        realised: { given: 12n * coin, brought: [{ coin: 'USDT', amount: 1200n * coin }] },
      },
      terms,
    );
    expect(credit).toMatchObject({ kind: 'converted', gross: 4800n * coin });
    // 4,800 DOGE are to be bought now, for 1,200 dollars; of LTC nothing is open.
    expect(convertAmount(1000n, 'BTC', 'DOGE', terms)).toEqual({ kind: 'waits', why: 'over-exposure' });
    expect(convertAmount(2n * coin, 'LTC', 'BTC', terms)).toMatchObject({ kind: 'waits' });
    expect(convertAmount(coin, 'LTC', 'BTC', terms)).toMatchObject({ kind: 'converted' });
  });

  it('never leaves more open than limits, where nothing more was open before', () => {
    const names = ['BTC', 'LTC', 'DOGE'];
    const step = fc.record({
      asset: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
      amount: fc.bigInt(0n, 30n * coin),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const open = new Map<string, bigint>();
        const exposure = exposureMeter(limits, [], priceOf);
        for (const { asset, to, amount } of steps) {
          const outcome = convertAmount(amount, asset, to, {
            priceOf,
            askOf: priceOf,
            caps: uncapped,
            exposure,
          });
          if (outcome.kind === 'waits' || asset === to) continue;
          open.set(asset, (open.get(asset) ?? 0n) + amount);
          open.set(to, (open.get(to) ?? 0n) - outcome.amount);
          const { coins, allUsd } = exposureOf(
            [...open].map(([each, left]) => ({ coin: each, amount: left })),
            priceOf,
          );
          // A unit for rounding.
          for (const { usd = 0n } of coins) expect(usd).toBeLessThanOrEqual(limits.coinUsd + 1n);
          expect(allUsd).toBeLessThanOrEqual(limits.allUsd + 3n);
        }
      }),
    );
  });
});
