import { mayBeNegative } from './accounts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Payee } from './credit-part.ts';
import { capMeter, uncapped } from './conversion-caps.ts';
import type { ConversionTerms } from './conversion.ts';
import type { FeeTerms } from './fee-split.ts';
import { balancedEntry, type Posting } from './posting.ts';
import { type Earner, splitReward } from './split-reward.ts';

const plain: FeeTerms = { feePpm: 10_000, referrals: [] };
const payee = (minerId: bigint, coin: string): Payee => ({
  minerId,
  coin,
  ledgerAccount: `miner:${minerId}:mining`,
  pendingAccount: `miner:${minerId}:pending`,
});
const earner = (minerId: bigint, weight: bigint, coin = 'BTC', terms = plain): Earner => ({
  ...payee(minerId, coin),
  weight,
  terms,
});
const owner = (minerId: bigint): Payee => ({
  ...payee(minerId, 'LTC'),
  ledgerAccount: `miner:${minerId}:referral`,
});
const prices: Record<string, string> = { BTC: '100000', DOGE: '0.25', LTC: '100' };
const conversion = (overrides: Partial<ConversionTerms> = {}): ConversionTerms => ({
  priceOf: (asset) => prices[asset],
  askOf: (asset) => prices[asset],
  caps: uncapped,
  ...overrides,
});
const coin = 10n ** 18n;
const reward = (amount: bigint) => ({ asset: 'BTC', amount, rewardAccount: 'round:1' }) as const;
const split = (amount: bigint, earners: readonly Earner[], on = conversion()) => {
  const outcome = splitReward(reward(amount), earners, owner, on);
  if (outcome.kind !== 'split') throw new Error(outcome.kind);
  return outcome;
};
const sums = (postings: readonly Posting[]): Record<string, bigint> => {
  const folded: Record<string, bigint> = {};
  for (const { account, asset, amount } of postings)
    folded[`${account} ${asset}`] = (folded[`${account} ${asset}`] ?? 0n) + amount;
  return folded;
};

/** Some have a code of another earner, so that codes go in circles. */
const anyEarners = fc
  .array(
    fc.record({
      weight: fc.bigInt({ min: 1n, max: 2n ** 60n }),
      coin: fc.constantFrom('BTC', 'DOGE', 'XMR'),
      code: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((rows) =>
    rows.map(({ weight, coin: of, code }, index) =>
      earner(
        BigInt(index + 1),
        weight,
        of,
        code
          ? {
              feePpm: 7500,
              referrals: [
                { referralCode: 'c', owner: BigInt(((index + 1) % rows.length) + 1), parts: 2_500_000_000n },
              ],
            }
          : plain,
      ),
    ),
  );
const anyAmount = fc.bigInt({ min: 1n, max: 2n ** 200n });

describe('splitReward', () => {
  it('converts through two linked legs and keeps less than one unit of each conversion [L7]', () => {
    const { postings, credits } = split(7n, [earner(1n, 1n, 'LTC')]);
    // 7 units of BTC are 7,000 units of LTC; one percent of them is the fee.
    expect(sums(postings)).toEqual({
      'round:1 BTC': -7n,
      'conv:desk BTC': 7n,
      'conv:desk LTC': -7000n,
      'miner:1:mining LTC': 6930n,
      'pool:fees LTC': 70n,
    });
    expect(credits).toMatchObject([{ kind: 'converted', rate: '1000', gross: 7000n, credited: 6930n }]);
  });

  it('converts an owner’s earning to the owner’s own coin [L7]', () => {
    const terms = { feePpm: 7500, referrals: [{ referralCode: 'c', owner: 2n, parts: 2_500_000_000n }] };
    const { postings, credits } = split(coin, [earner(1n, 1n, 'DOGE', terms)]);
    // 400,000 DOGE: 0.75 percent are kept, of which 1,000 DOGE are the owner's, worth 2.5 LTC.
    expect(sums(postings)).toEqual({
      'round:1 BTC': -coin,
      'conv:desk BTC': coin,
      'conv:desk DOGE': -399_000n * coin,
      'conv:desk LTC': (-5n * coin) / 2n,
      'miner:1:mining DOGE': 397_000n * coin,
      'miner:2:referral LTC': (5n * coin) / 2n,
      'pool:fees DOGE': 2000n * coin,
    });
    expect(credits).toMatchObject([
      {
        fee: 2000n * coin,
        referral: 1000n * coin,
        referrals: [{ amount: 1000n * coin, coin: 'LTC', outcome: { kind: 'converted', rate: '0.0025' } }],
      },
    ]);
  });

  it('lets a part without a fresh price wait in its own asset, and credits the rest [R2]', () => {
    const { postings, credits } = split(100n, [earner(1n, 1n), earner(2n, 3n, 'XMR')]);
    expect(sums(postings)).toEqual({
      'round:1 BTC': -100n,
      'miner:1:mining BTC': 25n,
      'miner:2:pending BTC': 75n,
      'pool:fees BTC': 0n,
    });
    expect(credits).toMatchObject([
      { kind: 'converted' },
      { kind: 'waiting', share: 75n, why: 'no-price', terms: plain },
    ]);
  });

  it('lets an owner’s earning wait in the miner’s coin [R2]', () => {
    const terms = { feePpm: 7500, referrals: [{ referralCode: 'c', owner: 2n, parts: 2_500_000_000n }] };
    const noLtc = conversion({ askOf: (asset) => (asset === 'LTC' ? undefined : prices[asset]) });
    const { postings } = split(10_000n, [earner(1n, 1n, 'BTC', terms)], noLtc);
    expect(sums(postings)).toMatchObject({ 'miner:2:pending BTC': 25n, 'pool:fees BTC': 50n });
  });

  it('lets a conversion above the cap wait for the operator [R3]', () => {
    const capped = conversion({ caps: capMeter({ eachUsd: 100_000n * coin, hourUsd: 10n ** 90n }, 0n) });
    expect(split(coin, [earner(1n, 1n, 'DOGE')], capped).credits).toMatchObject([{ kind: 'converted' }]);
    expect(split(coin + 1n, [earner(1n, 1n, 'DOGE')], capped).credits).toMatchObject([
      { kind: 'waiting', why: 'over-cap' },
    ]);
    // Nothing is converted, so there is nothing to cap.
    expect(split(coin + 1n, [earner(1n, 1n, 'BTC')], capped).credits).toMatchObject([{ kind: 'converted' }]);
  });

  it('shares nothing out without work [L8]', () => {
    expect(splitReward(reward(5n), [earner(1n, 0n)], owner, conversion())).toEqual({ kind: 'no-work' });
  });

  it('sums to nothing in every asset, is never negative, and shares out the reward exactly [L1] [L4] [L8]', () => {
    fc.assert(
      fc.property(anyAmount, anyEarners, (amount, earners) => {
        const { credits, postings } = split(amount, earners);
        const entry = balancedEntry({ key: 'k', kind: 'reward', at: 0, postings });
        for (const posting of entry.postings)
          if (!mayBeNegative(posting.account) && posting.account !== 'round:1')
            expect(posting.amount > 0n).toBe(true);
        expect(credits.reduce((sum, { share }) => sum + share, 0n)).toBe(amount);
        for (const credit of credits) {
          if (credit.kind === 'waiting') continue;
          expect(credit.credited + credit.fee + credit.referral).toBe(credit.gross);
          expect(credit.fee >= 0n).toBe(true);
        }
      }),
    );
  });

  it('gives the same to each whatever the order [L8]', () => {
    fc.assert(
      fc.property(anyAmount, anyEarners, (amount, earners) => {
        const byAccount = (order: readonly Earner[]) =>
          split(amount, order).credits.toSorted((a, b) => (a.minerId < b.minerId ? -1 : 1));
        expect(byAccount(earners.toReversed())).toEqual(byAccount(earners));
      }),
    );
  });

  it('holds for 20,000 accounts: exact, equal work within one unit [L8]', () => {
    const earners = Array.from({ length: 20_000 }, (_, index) =>
      earner(BigInt(index + 1), BigInt((index % 7) + 1) ** 20n, index % 2 === 0 ? 'BTC' : 'DOGE'),
    );
    const amount = 2n ** 200n - 1n;
    const { credits, postings } = split(amount, earners);
    expect(credits.reduce((sum, { share }) => sum + share, 0n)).toBe(amount);
    expect(balancedEntry({ key: 'k', kind: 'reward', at: 0, postings }).postings.length).toBeGreaterThan(
      20_000,
    );
    for (let group = 0; group < 7; group += 1) {
      const shares = new Set(credits.filter((_, index) => index % 7 === group).map(({ share }) => share));
      const [low = 0n, high = low] = [...shares].toSorted((a, b) => (a < b ? -1 : 1));
      expect(shares.size).toBeLessThanOrEqual(2);
      expect(high - low).toBeLessThanOrEqual(1n);
    }
  });
});
