import type { RewardAssumptions } from '@openlode/contracts/http/calculate-reward';
import { percentOf } from './fee-percent.ts';
import type { Assumptions } from '../../domain/views/calculate-reward.ts';

/** What an estimate rests on, as the calculator says it under the result. */
export function presentAssumptions(
  { feePpm, price, ratesAgeMs, networks }: Assumptions,
  fiatPerUsd: Readonly<Record<string, string>>,
): RewardAssumptions {
  return {
    fee: String(feePpm / 10_000),
    price_usd: price?.usd ?? '0',
    rates_source: price?.quotes.map(({ rateSource }) => rateSource).join(', ') ?? '',
    rates_age_s: Math.round(ratesAgeMs / 1000),
    networks: networks.map(({ coin, rate, spreadPpm }) => ({
      coin,
      rate,
      ...(spreadPpm > 0 && { conversion_spread_percent: percentOf(spreadPpm) }),
    })),
    fiat_per_usd: { ...fiatPerUsd },
  };
}
