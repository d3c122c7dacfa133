import { parseAmount } from '@openlode/money/amount';
import { describe, expect, it } from 'vitest';
import {
  type CoinPrice,
  limitPrice,
  marketFault,
  type MarketNow,
  type SizeRequest,
  sizeOrder,
} from './order-size.ts';

const usd: CoinPrice = { usd: '1', askUsd: '1', isThin: false };
const ltc: CoinPrice = { usd: '100', askUsd: '100.2', isThin: false };
const offer = (price: string, amount: string) => ({ price: parseAmount(price), amount: parseAmount(amount) });
const market: MarketNow = {
  bids: [offer('100', '3'), offer('99.6', '4'), offer('99.4', '50')],
  asks: [offer('100.3', '3'), offer('100.7', '4'), offer('100.8', '50')],
  dayVolume: parseAmount('1000'),
  answeredAt: 1000,
  changedAt: 900,
};

const steps = {
  amountStep: parseAmount('0.1'),
  priceStep: parseAmount('0.01'),
  amountMin: parseAmount('0.2'),
  valueMin: parseAmount('10'),
};

describe('the worst price that an order takes', () => {
  it.each([
    ['half a percent below, for a sale', 'sell', ltc, usd, '0.01', '99.5'],
    ['half a percent above, for a purchase', 'buy', ltc, usd, '0.001', '100.701'],
    ['two percent where one witness alone has a price', 'sell', { ...ltc, isThin: true }, usd, '0.01', '98'],
    ['of the quote as well', 'buy', ltc, { ...usd, isThin: true }, '0.001', '102.204'],
    ['rounded up for a sale', 'sell', ltc, usd, '1', '100'],
    ['rounded down for a purchase', 'buy', ltc, usd, '1', '100'],
    ['in another coin', 'sell', ltc, { ...usd, usd: '199', askUsd: '200' }, '0.0001', '0.4975'],
    ['nothing that is less than a step', 'buy', ltc, usd, '1000', '0'],
  ] as const)('is %s [L16]', (_name, side, base, quote, step, expected) => {
    expect(limitPrice(side, base, quote, parseAmount(step))).toBe(parseAmount(expected));
  });
});

describe('a market in which nothing is traded', () => {
  it.each([
    ['is none where all is well', {}, undefined],
    ['answered long ago', { answeredAt: -119_001, changedAt: -119_001 }, 'stale-book'],
    ['had changed long ago when it answered', { changedAt: -599_001 }, 'stale-book'],
    ['was not old when it answered', { answeredAt: 900, changedAt: -599_100 }, undefined],
    ['is ahead of our clock by more than that', { changedAt: 601_001 }, 'stale-book'],
    ['bids nothing', { bids: [] }, 'no-offers'],
    ['asks nothing', { asks: [] }, 'no-offers'],
    ['gives coins away', { asks: [offer('0', '1')] }, 'odd-market'],
    ['bids for less than nothing', { bids: [offer('100', '1'), offer('99', '-2')] }, 'odd-market'],
    ['has the worst bid first', { bids: [offer('99.6', '1'), offer('250', '1000')] }, 'odd-market'],
    ['has the worst ask first', { asks: [offer('100.3', '1'), offer('100.2', '1')] }, 'odd-market'],
    ['has two bids of one price', { bids: [offer('100', '1'), offer('100', '2')] }, undefined],
    ['has traded less than nothing', { dayVolume: -1n }, 'odd-market'],
    ['bids more than it asks', { bids: [offer('100.31', '1')] }, 'crossed-book'],
    [
      'is five percent below at the most',
      { bids: [offer('95.23', '1')], asks: [offer('95.25', '1')] },
      undefined,
    ],
    ['is more than that below', { bids: [offer('95.22', '1')], asks: [offer('95.24', '1')] }, 'off-price'],
    [
      'is five percent above at the most',
      { bids: [offer('105', '1')], asks: [offer('105', '1')] },
      undefined,
    ],
    ['is more than that above', { bids: [offer('105', '1')], asks: [offer('105.01', '1')] }, 'off-price'],
  ] as const)('%s [L16]', (_name, more, expected) => {
    const now = 1000;
    expect(marketFault({ ...market, ...more }, { base: ltc, quote: usd, steps, now })).toBe(expected);
  });
});

describe('the size of an order', () => {
  const much = parseAmount('1000000');
  const request: SizeRequest = {
    side: 'sell',
    steps,
    market,
    base: ltc,
    quote: usd,
    wanted: parseAmount('5'),
    funds: much,
    caps: { orderUsd: much, hourUsd: much, dayUsd: much },
  };
  const cap = (more: Partial<SizeRequest['caps']>) => ({ caps: { ...request.caps, ...more } });

  it.each([
    ['all that is wanted', {}, ['5', '99.5', undefined]],
    ['a purchase', { side: 'buy' }, ['5', '100.7', undefined]],
    ['in whole steps', { wanted: parseAmount('5.19') }, ['5.1', '99.5', undefined]],
    ['what is at the exchange', { funds: parseAmount('2') }, ['2', '99.5', 'not-at-exchange']],
    // 100.7 and one percent kept back: 101.707 each.
    [
      'what is there to pay with',
      { side: 'buy', funds: parseAmount('203.413') },
      ['1.9', '100.7', 'no-funds'],
    ],
    ['exactly that', { side: 'buy', funds: parseAmount('203.414') }, ['2', '100.7', 'no-funds']],
    [
      'what the other side needs, at the best bid',
      { broughtMax: parseAmount('200') },
      ['2', '99.5', 'other-side'],
    ],
    // 100.2 dollars each, as what it costs.
    ['the cap of an order', cap({ orderUsd: parseAmount('200.4') }), ['2', '99.5', 'order-cap']],
    ['less by a unit', cap({ orderUsd: parseAmount('200.4') - 1n }), ['1.9', '99.5', 'order-cap']],
    ['the rest of an hour', cap({ hourUsd: parseAmount('100.2') }), ['1', '99.5', 'hour-cap']],
    ['the rest of a day', cap({ dayUsd: parseAmount('100.2') }), ['1', '99.5', 'day-cap']],
    ['what is bid within the limit', { wanted: parseAmount('100') }, ['7', '99.5', 'book']],
    ['what is asked within it', { side: 'buy', wanted: parseAmount('100') }, ['7', '100.7', 'book']],
    [
      'two percent of a day',
      { market: { ...market, dayVolume: parseAmount('100') } },
      ['2', '99.5', 'volume'],
    ],
  ] as const)('is %s [L16]', (_name, more, [amount, price, limit]) => {
    expect(sizeOrder({ ...request, ...more })).toMatchObject({
      kind: 'sized',
      amount: parseAmount(amount),
      price: parseAmount(price),
      limit,
    });
  });

  it.each([
    ['less than the venue takes', { wanted: parseAmount('0.19') }, 'below-minimum'],
    [
      'worth less than the venue takes',
      { wanted: parseAmount('0.3'), steps: { ...request.steps, valueMin: parseAmount('29.86') } },
      'below-minimum',
    ],
    ['less than that, and nothing there', { wanted: parseAmount('0.19'), funds: 0n }, 'below-minimum'],
    ['made so small by a cap', cap({ hourUsd: parseAmount('5') }), 'hour-cap'],
    ['a cap that is used up', cap({ dayUsd: -1n }), 'day-cap'],
    ['nothing within the limit', { market: { ...market, bids: [offer('99', '5')] } }, 'book'],
    [
      'a price below a step',
      { side: 'buy', steps: { ...request.steps, priceStep: parseAmount('1000') } },
      'below-price-step',
    ],
  ] as const)('is none, and says why: %s [L16]', (_name, more, why) => {
    expect(sizeOrder({ ...request, ...more })).toEqual({ kind: 'none', why });
  });

  it('says what it is worth and what it moves at the most [L16]', () => {
    expect(sizeOrder(request)).toMatchObject({ usd: parseAmount('501'), value: parseAmount('500') });
    expect(sizeOrder({ ...request, side: 'buy' })).toMatchObject({
      usd: parseAmount('503.5'),
      value: parseAmount('508.535'),
    });
  });
});
