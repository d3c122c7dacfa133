import type { AlgorithmItem } from './http/algorithms.ts';
import type { CoinItem } from './http/coins.ts';

/*
 * The words of the coin page that the server writes into index.html before any script has come. The page draws the same
 * ones: what stands there at the first paint does not change when it comes to life.
 */

/** What holds for the pair, below its sentence. */
export function coinPageTerms(
  coin: Pick<CoinItem, 'name' | 'symbol' | 'delisted' | 'paid_here' | 'not_paid_why'>,
  algorithm: Pick<AlgorithmItem, 'symbol' | 'symbolDesc'>,
): readonly string[] {
  if (coin.delisted === 1) return [`${coin.name} is delisted: no new rewards are credited in it.`];
  if (!coin.paid_here) return [`${coin.name} cannot be chosen here.`];
  return [
    'A mining pool without accounts.',
    coin.symbol === algorithm.symbol
      ? `Mined and paid in ${coin.name}.`
      : `Mined as ${algorithm.symbolDesc}, converted to ${coin.symbol} at an agreed rate.`,
    'Fee 1%, or 0.75% with an ordinary referral code.',
  ];
}

/** What a visitor should know first about the pair, each with its tone. */
export function coinPageNotes(
  coin: Pick<CoinItem, 'name' | 'high_risk'>,
  algorithm: Pick<AlgorithmItem, 'warningMessage' | 'extraComment'>,
): readonly { readonly tone: 'warning' | 'plain'; readonly text: string }[] {
  const { warningMessage, extraComment } = algorithm;
  return [
    ...(warningMessage === null ? [] : [{ tone: 'warning', text: warningMessage } as const]),
    ...(extraComment === null ? [] : [{ tone: 'plain', text: extraComment } as const]),
    ...(coin.high_risk
      ? [
          {
            tone: 'warning',
            text: `The price of ${coin.name} moves a lot: what you are credited today may be worth much less tomorrow.`,
          } as const,
        ]
      : []),
  ];
}
