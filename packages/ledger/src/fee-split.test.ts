import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ReferralCode,
  feeSplitOf,
  feeTerms,
  ppmOfPercent,
  referralScale,
  takeFee,
} from './fee-split.ts';

const split = (minerPercentage: string, ownerPercentage: string, platformPercentage: string) =>
  feeSplitOf({ minerPercentage, ownerPercentage, platformPercentage });
const rules = { withoutCode: split('0', '0', '1'), platformFloorPpm: 5000 };
const ordinary = split('0.25', '0.25', '0.50');
const levels = [
  split('0.15', '0.35', '0.5'),
  split('0.12', '0.38', '0.5'),
  split('0.08', '0.42', '0.5'),
  split('0', '0.5', '0.5'),
];

const code = (owner: bigint, of = ordinary, ownerAddress = `address ${owner}`): ReferralCode => ({
  text: `code-${owner}`,
  owner,
  ownerAddress,
  split: of,
});
const terms = (online: ReferralCode[], worked: [ReferralCode, bigint][], weight = 100n, address = 'me') =>
  feeTerms(rules, {
    address,
    online,
    worked: worked.map(([each, w]) => ({ referralCode: each, weight: w })),
    weight,
  });
/** Of a whole reward of a million units: what the miner gets, what the owners earn, what the platform keeps. */
const figures = (of: ReturnType<typeof terms>) => {
  const { credited, referral, fee } = takeFee(1_000_000n, of);
  return [credited, referral, fee].map(Number);
};

describe('ppmOfPercent', () => {
  it('reads percent text exactly', () => {
    expect(['0', '0.08', '0.25', '0.5', '0.50', '1', '1.00'].map(ppmOfPercent)).toEqual([
      0, 800, 2500, 5000, 5000, 10_000, 10_000,
    ]);
  });

  it.each(['', '-1', '1e2', '0.12345', ' 1', '1,5', 'NaN'])('refuses %j', (text) => {
    expect(() => ppmOfPercent(text)).toThrow(RangeError);
  });
});

describe('the fee', () => {
  it('shares one percent as specified: without a code, with an ordinary one, and on every level [L9]', () => {
    expect(figures(terms([], []))).toEqual([990_000, 0, 10_000]);
    expect(figures(terms([code(2n)], [[code(2n), 100n]]))).toEqual([992_500, 2500, 5000]);
    expect(levels.map((level) => figures(terms([code(2n, level)], [[code(2n, level), 100n]])))).toEqual([
      [991_500, 3500, 5000],
      [991_200, 3800, 5000],
      [990_800, 4200, 5000],
      [990_000, 5000, 5000],
    ]);
  });

  it('gives the best discount of mixed codes on all work, and each owner its level on the work under its code [L9]', () => {
    const base = code(2n, levels[0]);
    const other = code(3n, levels[1]);
    // 40 of 100 under the base level (0.35), 10 under the next (0.38), the rest under none.
    const mixed = terms(
      [base, other],
      [
        [base, 40n],
        [other, 10n],
      ],
    );
    expect(takeFee(1_000_000n, mixed)).toEqual({
      credited: 991_500n,
      referrals: [
        { referralCode: 'code-2', owner: 2n, parts: 1_400_000_000n, amount: 1400n },
        { referralCode: 'code-3', owner: 3n, parts: 380_000_000n, amount: 380n },
      ],
      referral: 1780n,
      fee: 6720n,
    });
  });

  it('never leaves the platform less than half a percent: the owners give way [L9]', () => {
    // The discount of the ordinary code with the owner of the highest level: together 0.75 of one percent.
    const generous = terms([code(2n), code(3n, levels[3])], [[code(3n, levels[3]), 100n]]);
    expect(figures(generous)).toEqual([992_500, 2500, 5000]);
  });

  it('gives nothing for an own code, whatever coin or network it was made for [L9]', () => {
    const own = code(9n, ordinary, 'me');
    expect(figures(terms([own], [[own, 100n]]))).toEqual([990_000, 0, 10_000]);
    expect(figures(terms([own, code(2n)], [[own, 100n]]))).toEqual([992_500, 0, 7500]);
  });

  it('never makes a negative part, also when codes go in circles [L9]', () => {
    const anyCode = fc
      .tuple(fc.bigInt({ min: 1n, max: 6n }), fc.integer({ min: 0, max: 4 }))
      .map(([owner, level]) => code(owner, levels[level] ?? ordinary));
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 6n }),
        fc.array(anyCode, { maxLength: 5 }),
        fc.array(fc.tuple(anyCode, fc.bigInt({ min: 0n, max: 2n ** 60n })), { maxLength: 5 }),
        fc.bigInt({ min: 0n, max: 2n ** 60n }),
        fc.bigInt({ min: 0n, max: 2n ** 200n }),
        (me, online, worked, without, gross) => {
          const weight = worked.reduce((sum, [, w]) => sum + w, without);
          if (weight === 0n) return;
          const of = terms(online, worked, weight, `address ${me}`);
          const taken = takeFee(gross, of);
          expect(taken.credited + taken.referral + taken.fee).toBe(gross);
          expect(taken.fee >= 0n && taken.referral >= 0n && taken.credited >= 0n).toBe(true);
          // Half a percent but for the rounding of one unit.
          expect(taken.fee * 200n + 200n > gross - 1n || gross === 0n).toBe(true);
          expect(of.referrals.every(({ parts, owner }) => parts > 0n && owner !== me)).toBe(true);
          const owners = of.referrals.reduce((sum, { parts }) => sum + parts, 0n);
          expect(owners * 1_000_000n <= BigInt(of.feePpm - 5000) * referralScale).toBe(true);
        },
      ),
    );
  });
});
