import { queryOptions, useQuery } from '@tanstack/react-query';
import { fiatText } from '../format/fiat-text.ts';
import { relativeTimeText } from '../format/relative-time.ts';
import { changePreferences, usePreference } from '../storage/preference-store.ts';
import { isRefused } from './api-error.ts';
import { calculateReward } from './calculate-reward.ts';

/** What a hashrate of an algorithm earns in a coin, and the rates of now; nothing is earned with `0`. In the algorithm's pre-unit. */
function estimateQuery(coin: string, algo: string, mh: string) {
  return queryOptions({
    queryKey: ['estimate', coin, algo, mh],
    queryFn: ({ signal }) => calculateReward({ algo, coin, mh }, signal),
    staleTime: 60_000,
    refetchInterval: 60_000,
    retry: false,
  });
}

/** The visitor's currency, and how much of it one US dollar is now; undefined where no rate is known. */
export interface PastRate {
  readonly currency: string;
  readonly perUsd: string | undefined;
}

export interface Fiat {
  readonly currency: string;
  /** Coins at the current rate, as text; undefined where no rate is known. */
  readonly now: (coins: string) => string | undefined;
  /** What dollars of another time are told by. */
  readonly past: PastRate;
  /** What one coin is worth, who says so and when. */
  readonly source: string | undefined;
}

/** Money of the visitor's currency for amounts of a coin. The rates are those that conversions are made with. */
export function useFiat(coin: string): Fiat {
  const { currency } = usePreference('calculator');
  // Any algorithm will do: only the rates of the answer are used.
  const { data, error } = useQuery(estimateQuery(coin, 'sha256', '0'));
  // The last answer is kept beside a refusal: without a fresh rate nothing is worth what it was.
  const rates = isRefused(error) ? undefined : data?.assumptions;
  const one = fiatText('1', rates, currency)?.replace(/\.00$/, '');
  const age =
    rates === undefined || rates.rates_source.includes('snapshot')
      ? ''
      : `, ${relativeTimeText(0, rates.rates_age_s * 1000)}`;
  return {
    currency,
    now: (coins) => fiatText(coins, rates, currency),
    past: { currency, perUsd: rates?.fiat_per_usd[currency] },
    source: one === undefined ? undefined : `1 ${coin} = ${one}, ${rates?.rates_source}${age}`,
  };
}

/** Keeps the currency in this browser; the calculator has the same one. */
export function chooseCurrency(currency: string): void {
  changePreferences((old) => ({ ...old, calculator: { ...old.calculator, currency } }));
}
