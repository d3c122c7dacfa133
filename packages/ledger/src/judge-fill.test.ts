import { describe, expect, it } from 'vitest';
import { fillFault, fillsFault } from './judge-fill.ts';

const unit = 10n ** 18n;
const order = { base: 'LTC', quote: 'USD', side: 'sell', amount: 2n * unit, price: 99n * unit } as const;
const fill = { ...order, price: 100n * unit, value: 200n * unit, fees: [{ coin: 'USD', amount: unit }] };

describe("an exchange's word on a trade", () => {
  it.each([
    ['is booked at the limit or better', {}, undefined],
    ['is booked at the limit', { price: 99n * unit, value: 198n * unit }, undefined],
    ['is booked where the venue rounds what is paid', { value: 200n * unit - 10n ** 13n }, undefined],
    [
      'is booked of little, where rounding is much of it',
      { amount: 10n ** 9n, value: 10n ** 11n + 10n ** 14n, fees: [] },
      undefined,
    ],
    ['is none of another market', { quote: 'EUR' }, 'other-trade'],
    ['is none of the other side', { side: 'buy' }, 'other-trade'],
    ['is none of nothing', { amount: 0n }, 'not-above-zero'],
    ['is none of a fee that is given', { fees: [{ coin: 'USD', amount: -1n }] }, 'not-above-zero'],
    ['is none past the limit', { price: 98n * unit, value: 196n * unit }, 'past-limit'],
    ['is none where less was paid than its price', { value: 190n * unit }, 'odd-value'],
    ['is none where more was paid than its price', { value: 201n * unit }, 'odd-value'],
    [
      'is none where the fee is more than what was traded',
      { fees: [{ coin: 'USD', amount: 201n * unit }] },
      'odd-fee',
    ],
    [
      'is none where the fee is in a coin of the ledger that was not traded: nothing bounds it',
      { fees: [{ coin: 'BTC', amount: 1n }] },
      'odd-fee',
    ],
    [
      'is booked with a fee in what the venue calls its own',
      { fees: [{ coin: '[GT]', amount: unit }] },
      undefined,
    ],
  ] as const)('%s', (_name, more, expected) => {
    expect(fillFault(order, { ...fill, ...more })).toBe(expected);
  });

  it('is none of a purchase above its limit', () => {
    expect(fillFault({ ...order, side: 'buy' }, { ...fill, side: 'buy' })).toBe('past-limit');
  });

  it.each([
    ['whole', [2n * unit], 2n * unit, undefined],
    ['a part', [unit, unit / 2n], (3n * unit) / 2n, undefined],
    ['nothing', [], 0n, undefined],
    ['not all of it', [unit], 2n * unit, 'incomplete'],
    ['more than was ordered', [unit, unit, 1n], 2n * unit + 1n, 'more-than-ordered'],
    ['more than was filled', [unit], unit / 2n, 'more-than-ordered'],
    ['less than nothing', [], -1n, 'more-than-ordered'],
  ] as const)('on all trades of an order is judged: %s', (_name, amounts, filled, expected) => {
    const fills = amounts.map((amount) => ({ amount }));
    expect(fillsFault(order, fills, filled)).toBe(expected);
  });
});
