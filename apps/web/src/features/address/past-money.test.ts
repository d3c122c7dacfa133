import type { RewardEvent } from '@openlode/contracts/http/account-events';
import { accountReceiptExample } from '@openlode/contracts/examples/account-receipt';
import { describe, expect, it } from 'vitest';
import { pastMoney, rewardUsd } from './past-money.ts';

describe('money of another time', () => {
  it.each([
    [{ currency: 'USD', perUsd: '1' }, undefined, null, false, '$2.05 at that time'],
    [{ currency: 'EUR', perUsd: '0.965' }, { USD: '1', EUR: '0.9' }, '€1.85', false, '€1.85 at that time'],
    [{ currency: 'EUR', perUsd: undefined }, { USD: '1', EUR: '0.9' }, '€1.85', false, '€1.85 at that time'],
    [
      { currency: 'EUR', perUsd: '0.965' },
      { USD: '1' },
      '€1.98',
      true,
      '€1.98 at the current EUR rate, $2.05 at that time',
    ],
    [
      { currency: 'EUR', perUsd: '0.965' },
      undefined,
      '€1.98',
      true,
      '€1.98 at the current EUR rate, $2.05 at that time',
    ],
    [{ currency: 'EUR', perUsd: undefined }, undefined, null, false, '$2.05 at that time'],
  ])('by %o and stored rates %o', (rate, then, chosen, isByNow, words) => {
    expect(pastMoney(2.05, rate, then)).toEqual({ usd: '$2.05', chosen, isByNow, words });
  });
});

describe('what a reward was worth', () => {
  const event: RewardEvent = accountReceiptExample.data;
  const [line] = event.data.receipt?.lines ?? [];
  const withLine = (change: object) =>
    ({ ...event, data: { ...event.data, receipt: { lines: [{ ...line, ...change }] } } }) as RewardEvent;

  it('is less than its value before the fee, by the fee', () => {
    expect(rewardUsd(withLine({ usd: '200', gross: '10', credited: '9' }))).toBe(180);
  });

  it.each([
    ['the price was not known', withLine({ usd: '0' })],
    ['it credited nothing', withLine({ gross: '0', credited: '0' })],
    ['it was booked by hand', { ...event, data: { ...event.data, receipt: undefined } }],
  ])('is not known where %s', (_, reward) => {
    expect(rewardUsd(reward)).toBeNull();
  });
});
