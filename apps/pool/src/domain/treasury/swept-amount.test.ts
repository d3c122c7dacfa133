import { parseAmount } from '@openlode/money/amount';
import { expect, it } from 'vitest';
import { sweptAmount } from './swept-amount.ts';

const fine = parseAmount('50.123456789012');

it('of XMR, which has twelve decimals, goes to an exchange in eight, and to a cold address as it is', () => {
  const all = { most: fine, typed: undefined };
  expect(sweptAmount('XMR', 'kraken', all)).toBe(parseAmount('50.12345678'));
  expect(sweptAmount('XMR', undefined, all)).toBe(fine);
  expect(sweptAmount('XMR', 'kraken', { most: 9_999_999_999n, typed: undefined })).toBe(0n);
});

it('that was typed finer than an exchange books is refused, and is not rounded', () => {
  const typed = (amount: bigint, to: string | undefined) =>
    sweptAmount('XMR', to, { most: 2n * fine, typed: amount });
  expect(typed(fine, 'kraken')).toEqual({
    kind: 'place-closed',
    why: 'kraken may book no more than 8 decimals, and 50.123456789012 XMR has more',
  });
  expect(typed(fine, undefined)).toBe(fine);
  expect(typed(parseAmount('50.12345678'), 'kraken')).toBe(parseAmount('50.12345678'));
});
