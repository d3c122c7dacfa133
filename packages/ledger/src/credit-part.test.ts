import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capMeter, uncapped } from './conversion-caps.ts';
import { miningAccount, pendingAccount, referralAccount } from './accounts.ts';
import { creditOwner, creditPart, type Payee } from './credit-part.ts';
import { convertAmount, type ConversionTerms } from './conversion.ts';
import type { Posting } from './posting.ts';

const coin = 10n ** 18n;
const prices: Readonly<Record<string, string>> = { BTC: '100000', DOGE: '0.25', LTC: '100' };
const asks: Readonly<Record<string, string>> = { BTC: '101000', DOGE: '0.26', LTC: '101' };
const conversion = (caps = uncapped): ConversionTerms => ({
  priceOf: (asset) => prices[asset],
  askOf: (asset) => asks[asset],
  caps,
});
const miner = (minerId: bigint, paidIn: string): Payee => ({
  minerId,
  coin: paidIn,
  ledgerAccount: miningAccount(minerId),
  pendingAccount: pendingAccount(minerId),
});
const owner: Payee = { ...miner(9n, 'LTC'), ledgerAccount: referralAccount(9n) };
const ownerOf = (): Payee => owner;
const withoutCode = { feePpm: 10_000, referrals: [] };
/** A quarter of a percent of the gross is the owner's. */
const withCode = {
  feePpm: 10_000,
  referrals: [{ referralCode: 'abcd-1234', owner: 9n, parts: 2_500_000_000n }],
};

const sums = (postings: readonly Posting[]): Record<string, bigint> => {
  const all: Record<string, bigint> = {};
  for (const { asset, amount } of postings) all[asset] = (all[asset] ?? 0n) + amount;
  return all;
};

describe('what a credit books of conversions', () => {
  it('is named with both amounts, that of the owner of a code too, and nothing that waits or is not converted', () => {
    const named: [string, bigint, string, bigint][] = [];
    const terms = { ...conversion(), booked: (...each: (typeof named)[number]) => named.push(each) };
    const of = (asset: string, paidIn: string) =>
      creditPart({ asset, share: coin, miner: miner(1n, paidIn), terms: withCode, ownerOf }, terms);
    of('BTC', 'DOGE');
    const gross = 384_615_384_615_384_615_384_615n;
    // A quarter of a percent of it, rounded down, is the owner's, and at 0.25 and 101 dollars so much LTC.
    const part = 961_538_461_538_461_538_461n;
    expect(named).toEqual([
      ['BTC', coin, 'DOGE', gross],
      ['DOGE', part, 'LTC', (part * 25n) / 10_100n],
    ]);
    of('XYZ', 'DOGE');
    of('LTC', 'LTC');
    expect(named).toHaveLength(2);
  });
});

describe('a conversion', () => {
  it.each([
    // The same coin is not converted, and nothing is worth nothing: neither asks for a price.
    [5n, 'BTC', 'BTC', { kind: 'converted', rate: '1', amount: 5n }],
    [5n, 'XYZ', 'XYZ', { kind: 'converted', rate: '1', amount: 5n }],
    [0n, 'XYZ', 'DOGE', { kind: 'converted', rate: '0', amount: 0n }],
    // The pool takes at the bid and gives at the ask: 100,000 ÷ 0.26, rounded down.
    [
      coin,
      'BTC',
      'DOGE',
      { kind: 'converted', rate: '384615.384615384615', amount: 384_615_384_615_384_615_384_615n },
    ],
    [1n, 'DOGE', 'BTC', { kind: 'converted', rate: '0.00000247524752475247524', amount: 0n }],
    [1n, 'XYZ', 'DOGE', { kind: 'waits', why: 'no-price' }],
    [1n, 'DOGE', 'XYZ', { kind: 'waits', why: 'no-price' }],
  ])('of %s %s for %s', (amount, asset, paidIn, outcome) => {
    expect(convertAmount(amount, asset, paidIn, conversion())).toEqual(outcome);
  });

  it('counts what it is worth against the caps, to the unit, and waits above them', () => {
    const each = capMeter({ eachUsd: 100_000n * coin, hourUsd: 10n ** 30n }, 0n);
    expect(convertAmount(coin, 'BTC', 'DOGE', conversion(each)).kind).toBe('converted');
    expect(each.taken()).toBe(100_000n * coin);
    expect(convertAmount(coin + 1n, 'BTC', 'DOGE', conversion(each))).toEqual({
      kind: 'waits',
      why: 'over-cap',
    });
    const hour = capMeter({ eachUsd: 10n ** 30n, hourUsd: 100_000n * coin }, 1n);
    expect(convertAmount(coin, 'BTC', 'DOGE', conversion(hour))).toEqual({
      kind: 'waits',
      why: 'over-hour-cap',
    });
    expect(convertAmount(coin / 2n, 'BTC', 'DOGE', conversion(hour)).kind).toBe('converted');
  });
});

describe('a part of a reward', () => {
  it('in the miner’s own coin is credited less the fee, through no conversion', () => {
    const { credit, postings } = creditPart(
      { asset: 'BTC', share: coin, miner: miner(1n, 'BTC'), terms: withoutCode, ownerOf },
      conversion(),
    );
    expect(credit).toMatchObject({
      kind: 'converted',
      rate: '1',
      gross: coin,
      fee: coin / 100n,
      referral: 0n,
    });
    expect(postings).toEqual([
      { account: 'miner:1:mining', asset: 'BTC', amount: (99n * coin) / 100n },
      { account: 'pool:fees', asset: 'BTC', amount: coin / 100n },
    ]);
  });

  it('that cannot be converted waits whole, in its own asset, without a fee', () => {
    const { credit, postings } = creditPart(
      { asset: 'XYZ', share: 7n, miner: miner(1n, 'DOGE'), terms: withCode, ownerOf },
      conversion(),
    );
    expect(credit).toEqual({
      kind: 'waiting',
      minerId: 1n,
      share: 7n,
      coin: 'DOGE',
      terms: withCode,
      why: 'no-price',
    });
    expect(postings).toEqual([{ account: pendingAccount(1n), asset: 'XYZ', amount: 7n }]);
  });

  it('earns the owner of the code in the owner’s coin; what waits of it waits in the miner’s', () => {
    const earning = {
      ...withCode.referrals[0],
      referralCode: 'abcd-1234',
      owner: 9n,
      parts: 2_500_000_000n,
      amount: 400n * coin,
    };
    expect(creditOwner(earning, 'DOGE', owner, conversion()).postings).toEqual([
      { account: 'conv:desk', asset: 'DOGE', amount: 400n * coin },
      // 400 × 0.25 ÷ 101, rounded down.
      { account: 'conv:desk', asset: 'LTC', amount: -990_099_009_900_990_099n },
      { account: referralAccount(9n), asset: 'LTC', amount: 990_099_009_900_990_099n },
    ]);
    const blocked = creditOwner(
      earning,
      'DOGE',
      owner,
      conversion(capMeter({ eachUsd: 0n, hourUsd: 0n }, 0n)),
    );
    expect(blocked.credit.outcome).toEqual({ kind: 'waits', why: 'over-cap' });
    expect(blocked.postings).toEqual([{ account: pendingAccount(9n), asset: 'DOGE', amount: 400n * coin }]);
  });

  it('posts its share and nothing else, whatever is converted, waits or is owed to owners', () => {
    const assets = fc.constantFrom('BTC', 'DOGE', 'LTC', 'XYZ');
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        assets,
        assets,
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        (share, asset, paidIn, hasCode, hourUsd) => {
          const caps = capMeter({ eachUsd: 10n ** 30n, hourUsd }, 0n);
          const terms = hasCode ? withCode : withoutCode;
          const { credit, postings } = creditPart(
            { asset, share, miner: miner(1n, paidIn), terms, ownerOf },
            conversion(caps),
          );
          const { [asset]: posted = 0n, ...others } = sums(postings);
          expect(posted).toBe(share);
          expect(Object.values(others).every((amount) => amount === 0n)).toBe(true);
          expect(caps.taken() <= hourUsd).toBe(true);
          if (credit.kind === 'converted')
            expect(credit.credited + credit.fee + credit.referral).toBe(credit.gross);
        },
      ),
    );
  });
});
