import { describe, expect, it } from 'vitest';
import { referralEarnings } from './referral-earnings.ts';

describe('referralEarnings', () => {
  it.each([
    // 0.99 after 1% is a reward of 1; a quarter of a per cent of it, forty times.
    [{ perDay: '0.99', feePercent: '1', ownerPercent: '0.25', miners: 40 }, '0.1'],
    [{ perDay: '99', feePercent: '1', ownerPercent: '0.5', miners: 1 }, '0.5'],
    [{ perDay: '99', feePercent: '1', ownerPercent: '0.5', miners: 0 }, '0'],
    [
      { perDay: '0.000000000000000099', feePercent: '1', ownerPercent: '0.5', miners: 200 },
      '0.0000000000000001',
    ],
    [{ perDay: '1', feePercent: '0', ownerPercent: '0.35', miners: 3 }, '0.0105'],
  ])('%j is %s', (input, earned) => {
    expect(referralEarnings(input)).toBe(earned);
  });
});
