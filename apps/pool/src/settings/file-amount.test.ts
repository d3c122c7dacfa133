import { expect, it } from 'vitest';
import { amountText, isAmount, isFeeMax } from './file-amount.ts';

it('writes small numbers without an exponent', () => {
  expect([0.00000001, 1.5, 20, 0].map(amountText)).toEqual(['0.00000001', '1.5', '20', '0']);
});

it('takes amounts to the unit', () => {
  expect([0.00000001, 1.5, 999_999_999_999].map(isAmount)).toEqual([true, true, true]);
  expect([0.000000001, 1e12, Number.NaN].map(isAmount)).toEqual([false, false, false]);
});

it('takes what a payment may cost above zero', () => {
  expect([0.0001, 0.0000001, 1].map(isFeeMax)).toEqual([true, true, true]);
  expect([0, -1, 0.000000001].map(isFeeMax)).toEqual([false, false, false]);
});
