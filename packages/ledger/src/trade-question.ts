import type { CoinPrice, MarketFault, MarketNow, MarketSteps, SizeLimit } from './order-size.ts';
import type { TradedPosition, TradeSide } from './trade-need.ts';

/** How much may be traded, and at risk, in units of 10^-18 dollars. */
export interface TradeCaps {
  readonly orderUsd: bigint;
  readonly hourUsd: bigint;
  readonly dayUsd: bigint;
  /** What conversions have left of one coin may be worth so much; more is not traded before an operator has looked. */
  readonly exposureUsd: bigint;
  /** Once the trades of a day have lost so much, nothing is traded. */
  readonly lossUsd: bigint;
}

/** What trades before this plan were worth, and lost, in units of 10^-18 dollars. */
export interface TradedBefore {
  readonly hourUsd: bigint;
  readonly dayUsd: bigint;
  readonly lostUsd: bigint;
  /** How many of the last day have no value: one of their coins has no agreed price. */
  readonly unvalued: number;
}

export interface TradePosition extends TradedPosition {
  /** What can be given at the exchange, or why nothing of the coin may be traded there. */
  readonly at: { readonly kind: 'open'; readonly available: bigint } | { readonly kind: 'closed' };
  /** Undefined where there is no agreed price. */
  readonly price: CoinPrice | undefined;
  /** A wallet of the coin does not answer, so what is held is not known. */
  readonly isSilent: boolean;
}

export interface PlannedMarket extends MarketSteps {
  readonly base: string;
  readonly quote: string;
  /** Undefined where it was not asked, or has not answered. */
  readonly now: MarketNow | undefined;
}

export interface PlannedOrder {
  readonly base: string;
  readonly quote: string;
  readonly side: TradeSide;
  /** Of the base. */
  readonly amount: bigint;
  /** The worst that is taken, in the quote for one whole coin of the base. */
  readonly price: bigint;
  /** The most that it can cost of the quote with the fee, or bring of it. */
  readonly value: bigint;
  readonly usd: bigint;
  /** It sells what conversions have to sell for what they have to buy. */
  readonly isNetting: boolean;
}

/** Why something of a coin is not ordered. */
export type LeftWhy =
  | SizeLimit
  | MarketFault
  | 'below-minimum'
  | 'below-price-step'
  /** Less than a step of the venue. */
  | 'below-step'
  /** Of a sale no more is held beside what is owed and the target; of a purchase no more is missing of them. */
  | 'kept'
  /** Conversions have to sell it, and trades are made in it: it is not sold. */
  | 'money'
  | 'no-agreed-price'
  | 'wallet-silent'
  | 'place-closed'
  | 'over-exposure-cap'
  /** With it more of what miners are owed would lie at the exchange than a cap. */
  | 'over-place-cap'
  | 'over-loss-cap'
  /** A trade of the last day has no value by the agreed prices, so that nothing is known of the caps. */
  | 'unvalued-trade'
  | 'no-market'
  | 'market-silent';

export interface LeftOver {
  readonly coin: string;
  readonly side: TradeSide;
  readonly amount: bigint;
  readonly why: LeftWhy;
}

export interface TradePlan {
  readonly orders: readonly PlannedOrder[];
  readonly left: readonly LeftOver[];
}

export interface TradeQuestion {
  readonly positions: readonly TradePosition[];
  /** Undefined where the exchange has not said which it has. */
  readonly markets: readonly PlannedMarket[] | undefined;
  readonly caps: TradeCaps;
  readonly before: TradedBefore;
  readonly now: number;
}

/** The money that prices are in: no coin of the catalogue, and worth itself. */
export const dollar = 'USD';

/** What trades are made in, and what they leave is not sold: the first of them that has a market is taken. */
export const tradeMoney: readonly string[] = [dollar, 'USDT', 'USDC'];
