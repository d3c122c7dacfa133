import { describe, expect, it } from 'vitest';
import { payNowState } from './pay-now-state.ts';

const ready = {
  auto: false,
  enabled: true,
  enabled_auto_only: false,
  balance_payable: '5',
  payment_threshold: '5',
  coin: 'DOGE',
  delisted_chain: false,
  payable_until: null,
  paid_here: true,
  maintenance_message: null,
};

describe('payNowState', () => {
  it.each([
    ['ready at the threshold', {}, { kind: 'ready' }],
    [
      'off with auto-pay on',
      { auto: true, enabled: false },
      { kind: 'disabled', reason: 'You must first deactivate the auto payment setting.' },
    ],
    [
      'off while the network is under maintenance',
      { enabled: false, balance_payable: '1' },
      { kind: 'disabled', reason: 'Dogecoin payouts are under maintenance' },
    ],
    [
      'off where the pool does not pay',
      { auto: true, enabled: false, paid_here: false },
      { kind: 'disabled', reason: 'This pool has no wallet that pays on Dogecoin' },
    ],
    [
      'off where nothing is paid',
      { enabled: false, not_paid_why: 'Why.' },
      { kind: 'disabled', reason: 'This pool has no wallet' },
    ],
    [
      'off below the threshold',
      { balance_payable: '4.99999999' },
      { kind: 'disabled', reason: 'The minimum payment is 5 DOGE' },
    ],
    [
      'off below it by the last unit',
      { balance_payable: '4.999999999999999999' },
      { kind: 'disabled', reason: 'The minimum payment is 5 DOGE' },
    ],
    [
      'hidden where only automatic payouts run',
      { enabled: false, enabled_auto_only: true },
      { kind: 'hidden' },
    ],
    [
      'off once balances of a delisted coin are paid no more',
      { delisted_chain: true, auto: true, enabled: false },
      { kind: 'disabled', reason: 'Payouts of DOGE have ended' },
    ],
    ['ready while they still are', { delisted_chain: true, payable_until: 1 }, { kind: 'ready' }],
  ])('is %s [pay-05]', (_title, overrides, expected) => {
    expect(payNowState({ ...ready, ...overrides }, 'Dogecoin')).toEqual(expected);
  });
});
