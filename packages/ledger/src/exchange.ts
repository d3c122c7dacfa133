import type { CapMeter, CapReason } from './conversion-caps.ts';
import { convert, formatRate, rateBetween, valueInUsd } from './convert.ts';

/** What the desk knows at the moment of an exchange. */
export interface Market {
  /** Dollars for one whole coin, as decimal text; undefined where there is no price that money may move at. */
  readonly priceOf: (asset: string) => string | undefined;
  readonly caps: CapMeter;
}

export type WaitReason = 'no-price' | CapReason;

export type Exchange =
  | { readonly kind: 'exchanged'; readonly rate: string; readonly amount: bigint }
  | { readonly kind: 'waits'; readonly why: WaitReason };

/** Exchanges an amount through the pool's desk, rounded down, or says why it has to wait. Never at a guess. */
export function exchange(amount: bigint, asset: string, coin: string, market: Market): Exchange {
  if (asset === coin) return { kind: 'exchanged', rate: '1', amount };
  if (amount === 0n) return { kind: 'exchanged', rate: '0', amount };
  const sold = market.priceOf(asset);
  const bought = market.priceOf(coin);
  if (sold === undefined || bought === undefined) return { kind: 'waits', why: 'no-price' };
  const cap = market.caps.take(valueInUsd(amount, sold));
  if (cap !== 'taken') return { kind: 'waits', why: cap };
  const rate = rateBetween(sold, bought);
  return { kind: 'exchanged', rate: formatRate(rate), amount: convert(amount, rate) };
}
