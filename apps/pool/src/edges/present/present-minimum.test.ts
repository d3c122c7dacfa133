import { expect, it } from 'vitest';
import { presentMinimum } from './present-minimum.ts';

const unit = 10n ** 18n;
const chain = { paymentThreshold: '5' };

it('shows what is paid at least, and what was announced, never below the usual', () => {
  expect(presentMinimum(chain, {})).toEqual({ payment_threshold: '5' });
  expect(presentMinimum(chain, { current: 20n * unit })).toEqual({ payment_threshold: '20' });
  expect(presentMinimum(chain, { current: unit, next: { amount: unit, from: 7 } })).toEqual({
    payment_threshold: '5',
  });
  expect(presentMinimum(chain, { current: 20n * unit, next: { amount: unit, from: 7 } })).toEqual({
    payment_threshold: '20',
    payment_threshold_next: { amount: '5', timestamp: 7 },
  });
});
