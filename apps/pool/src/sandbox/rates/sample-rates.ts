import { samplePrices } from '@openlode/catalogue/sample-prices';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Rates } from '../../domain/kernel/rates.ts';
import { combineRates } from '../../adapters/rates/combine-rates.ts';

/**
 * The catalogue's price snapshot as the market of the sandbox. It never ages, because the sandbox has no market to be behind of,
 * and every receipt names it for what it is: one sample, not two sources that agree.
 */
export function sampleRates(clock: Clock): Rates {
  const source = {
    name: `sample snapshot of ${samplePrices.date}`,
    priceOf: (asset: string) => {
      const usd = samplePrices.usd[asset];
      return usd === undefined ? undefined : { usd, pair: `${asset}/USD`, observedAt: clock.now() };
    },
  };
  return combineRates({ name: 'sample rates', kind: 'sandbox', sources: [source] }, clock);
}
