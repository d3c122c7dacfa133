import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pplnsWindow } from './pplns.ts';
import { pplnsByReferralCode } from './pplns-by-referral-code.ts';

describe('pplnsByReferralCode', () => {
  it('tells the work of a miner apart by its codes', () => {
    const window = pplnsByReferralCode(
      [
        [{ minerId: 1n, referralCode: 'a', work: 60n }],
        [
          { minerId: 1n, referralCode: '', work: 30n },
          { minerId: 2n, referralCode: 'a', work: 50n },
        ],
      ],
      100n,
    );
    expect(window).toEqual({
      shares: [
        {
          minerId: 1n,
          weight: 6000n,
          work: 75n,
          codes: [{ referralCode: 'a', weight: 4800n }],
        },
        { minerId: 2n, weight: 2000n, work: 25n, codes: [{ referralCode: 'a', weight: 2000n }] },
      ],
      weight: 8000n,
      work: 100n,
    });
    expect(pplnsByReferralCode([], 5n)).toEqual({ shares: [], weight: 0n, work: 0n });
  });

  it('weighs each miner as if there were no codes', () => {
    const slice = fc.array(
      fc.record({
        minerId: fc.bigInt({ min: 1n, max: 5n }),
        referralCode: fc.constantFrom('', 'a', 'b'),
        work: fc.bigInt({ min: 0n, max: 2n ** 80n }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.array(slice, { maxLength: 8 }),
        fc.bigInt({ min: 1n, max: 2n ** 83n }),
        (slices, target) => {
          const coded = pplnsByReferralCode(slices, target);
          const plain = pplnsWindow(slices, target);
          expect(coded.shares.map(({ minerId, weight, work }) => ({ minerId, weight, work }))).toEqual(
            plain.shares,
          );
        },
      ),
    );
  });
});
