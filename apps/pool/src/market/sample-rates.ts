import { samplePrices } from '@openlode/catalogue/sample-prices';
import type { Clock } from '../services/ports/clock.ts';
import type { Rates } from '../services/ports/rates.ts';

/**
 * The catalogue's price snapshot as a rate source for the sandbox. It never ages, because the sandbox has no market to be
 * behind of, and every receipt names it for what it is.
 */
export function sampleRates(clock: Clock): Rates {
  const source = `sample snapshot of ${samplePrices.date}`;
  return {
    priceOf: (asset) => {
      const usd = samplePrices.usd[asset];
      return usd === undefined ? undefined : { usd, source, observedAt: clock.now() };
    },
  };
}
