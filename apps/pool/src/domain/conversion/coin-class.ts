import { findCoin } from '@openlode/catalogue/coins';
import type { Agreement } from '@openlode/ledger/agreed-price';
import {
  type CoinClass,
  type ConversionSpreads,
  keepsBack,
  marketClass,
} from '@openlode/ledger/conversion-spread';
import { dollar } from '@openlode/ledger/trade-question';
import type { ServiceContext } from '../kernel/context.ts';
import { isSimulated } from '../kernel/pool-kind.ts';
import { agreementOn } from './agreed-rates.ts';

/** What the class of a coin follows from where no operator has named it. */
export interface CoinMarket {
  readonly agreementOf: (coin: string) => Agreement;
  /** It has one source by its nature, which says nothing about its coins. */
  readonly isSole: boolean;
}

/** By what sources say now alone: what was converted at before confirms a lone price, and changes no class. */
export function presentMarket(ctx: Pick<ServiceContext, 'rates' | 'clock'>): CoinMarket {
  return {
    agreementOf: (coin) => agreementOn(ctx, coin, new Map()),
    isSole: isSimulated(ctx.rates.kind),
  };
}

/** What an operator has named, else whether the catalogue has it among stablecoins, else what the sources of its price say now. */
function coinClass(coin: string, { named }: Pick<ConversionSpreads, 'named'>, market: CoinMarket): CoinClass {
  const byOperator = named.get(coin);
  if (byOperator !== undefined) return byOperator;
  if (coin === dollar) return 'stable';
  if (findCoin(coin)?.category === 'stablecoin') return 'stable';
  return marketClass(market.agreementOf(coin), market.isSole);
}

/** What a conversion keeps back for a coin, in millionths; a coin is judged once. Undefined where no class keeps anything. */
export function openSpreads(
  spreads: ConversionSpreads | undefined,
  market: CoinMarket,
): ((coin: string) => number) | undefined {
  if (spreads === undefined || !keepsBack(spreads)) return undefined;
  const known = new Map<string, number>();
  return (coin) => {
    const ppm = known.get(coin) ?? spreads.ppm[coinClass(coin, spreads, market)];
    known.set(coin, ppm);
    return ppm;
  };
}

/**
 * Whether rewards in a coin wait until it is sold; a coin is judged once. Undefined where none does. Unless an operator has named it thin, sources that
 * are away make none of it: a coin of which none says anything waits for a price, as ever, and one that several had a price of in these days is not thin.
 */
export function openSoldFirst(
  spreads: ConversionSpreads | undefined,
  market: CoinMarket & { readonly severalLately: ReadonlySet<string> },
): ((coin: string) => boolean) | undefined {
  if (spreads?.sellsThinFirst !== true) return undefined;
  const known = new Map<string, boolean>();
  const isAway = (coin: string): boolean =>
    !spreads.named.has(coin) &&
    (market.severalLately.has(coin) || market.agreementOf(coin).kind === 'missing');
  return (coin) => {
    const is = known.get(coin) ?? (coinClass(coin, spreads, market) === 'thin' && !isAway(coin));
    known.set(coin, is);
    return is;
  };
}

/** What is published of a coin's conversions. */
export interface PublishedSpread {
  readonly class: CoinClass;
  /** What a conversion keeps back for it, in millionths. */
  readonly ppm: number;
}

/** What holds for these coins now, by symbol; empty where no class keeps anything. */
export function publishedSpreads(
  ctx: Pick<ServiceContext, 'rates' | 'clock' | 'conversionSpreads'>,
  coins: readonly string[],
): ReadonlyMap<string, PublishedSpread> {
  const { conversionSpreads: spreads } = ctx;
  if (spreads === undefined || !keepsBack(spreads)) return new Map();
  const market = presentMarket(ctx);
  return new Map(
    coins.map((coin) => {
      const own = publishedClass(coin, spreads, market);
      return [coin, { class: own, ppm: spreads.ppm[own] }] as const;
    }),
  );
}

/**
 * The class that pages name. Sources that contradict each other, or jump, do not say what the next conversion will keep back: nothing is converted until
 * they agree, and then as many of them as agree. Until then that which keeps back more is named.
 */
export function publishedClass(
  coin: string,
  spreads: Pick<ConversionSpreads, 'named' | 'ppm'>,
  market: CoinMarket,
): CoinClass {
  const own = coinClass(coin, spreads, market);
  if (own !== 'liquid' || spreads.named.has(coin) || market.isSole) return own;
  const { kind } = market.agreementOf(coin);
  const isUnclear = kind === 'divergent' || kind === 'jump';
  return isUnclear && spreads.ppm.thin > spreads.ppm.liquid ? 'thin' : own;
}
