import type { Agreement } from './agreed-price.ts';

/** How the market of a coin is judged, for what a conversion of it keeps back. */
export type CoinClass = 'stable' | 'liquid' | 'thin';

export const coinClasses = ['stable', 'liquid', 'thin'] as const satisfies readonly CoinClass[];

/** What is kept back of conversions, as the settings publish it. */
export interface ConversionSpreads {
  /** For each coin that is sold or bought, by its class, in millionths of what is converted. */
  readonly ppm: Readonly<Record<CoinClass, number>>;
  /** Coins whose class an operator has named, by symbol. */
  readonly named: ReadonlyMap<string, CoinClass>;
  /** Rewards in thin coins wait until those are sold, and are credited at what that brought; left out where they do not. */
  readonly sellsThinFirst?: boolean;
}

/** The most that a class may keep back, in millionths: ten percent, so that two of them leave most of what is converted. */
export const spreadMaxPpm = 100_000;

/**
 * The class of a coin by what its sources say now: thin where fewer than two witnesses have a price of it. Sources that contradict each other, or
 * jump, are several: nothing is converted at them.
 *
 * @param isSole the market has one source by its nature, which says nothing about its coins
 */
export function marketClass(agreement: Agreement, isSole: boolean): 'liquid' | 'thin' {
  if (isSole) return 'liquid';
  switch (agreement.kind) {
    case 'agreed':
      return isLoneMarket(agreement) ? 'thin' : 'liquid';
    case 'divergent':
    case 'jump':
      return 'liquid';
    case 'missing':
    case 'single-source':
    case 'same-backing':
      return 'thin';
  }
}

/**
 * Whether what is known of a coin's market is one witness, or aggregators alone: these repeat the same exchanges, so that two of them are one backing, and
 * know neither what is bid nor what is asked.
 */
export function isLoneMarket({ witnesses, quotes }: Extract<Agreement, { kind: 'agreed' }>): boolean {
  return witnesses < 2 || (quotes.length > 0 && quotes.every(({ isSecondHand }) => isSecondHand === true));
}

/** Whether conversions keep anything back by class: where they do not, no class is published. */
export function keepsBack({ ppm }: Pick<ConversionSpreads, 'ppm'>): boolean {
  return coinClasses.some((each) => ppm[each] > 0);
}

/** What a conversion of one coin into another keeps back, in millionths of it: that of both. Nothing where they are the same. */
export function spreadBetween(
  asset: string,
  coin: string,
  spreadOf: ((coin: string) => number) | undefined,
): number {
  return spreadOf === undefined || asset === coin ? 0 : spreadOf(asset) + spreadOf(coin);
}
