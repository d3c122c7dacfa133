import { parseAmount } from '@openlode/money/amount';
import { StandInVenue } from './stand-in-venue.ts';

const level = (price: string, amount: string) => [parseAmount(price), parseAmount(amount)] as const;

/** A venue that trades LTC and XMR, and lets LTC and USDT out on networks of its own names. */
export function sampleVenue(now: () => number, quote: 'USD' | 'USDT'): StandInVenue {
  const venue = new StandInVenue(
    now,
    [
      {
        base: 'LTC',
        quote,
        amountDecimals: 4,
        priceDecimals: 2,
        amountMin: parseAmount('0.001'),
        valueMin: parseAmount('3'),
        bids: [level('99.9', '50'), level('99.5', '200')],
        asks: [level('100', '2'), level('100.5', '300')],
      },
      {
        base: 'XMR',
        quote,
        amountDecimals: 3,
        priceDecimals: 2,
        amountMin: parseAmount('0.01'),
        valueMin: parseAmount('3'),
        bids: [level('200', '10')],
        asks: [level('201', '10')],
      },
    ],
    [
      { coin: 'LTC', name: 'LTC', fee: parseAmount('0.001'), amountMin: parseAmount('0.01') },
      { coin: 'USDT', name: 'ETH', fee: parseAmount('4'), amountMin: parseAmount('10') },
      { coin: 'USDT', name: 'TRX', fee: parseAmount('1.5'), amountMin: parseAmount('5') },
    ],
  );
  venue.balances.set('LTC', parseAmount('1000'));
  venue.balances.set('XMR', 0n);
  venue.balances.set(quote, parseAmount('500000'));
  if (quote !== 'USDT') venue.balances.set('USDT', parseAmount('1000'));
  return venue;
}
