import type { Rates } from '../../domain/kernel/rates.ts';

/** A rate source that a journey can silence, as a market can fall silent. */
export interface WithheldRates extends Rates {
  withhold(isWithheld: boolean): void;
}

export function withheldRates(rates: Rates): WithheldRates {
  let isSilent = false;
  return {
    name: rates.name,
    kind: rates.kind,
    quotesOf: (asset) => (isSilent ? [] : rates.quotesOf(asset)),
    recentOf: (asset) => rates.recentOf(asset),
    withhold: (isWithheld) => {
      isSilent = isWithheld;
    },
  };
}
