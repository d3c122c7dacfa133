import { rateBetween } from '@openlode/money/convert';

/** A source whose ask is further above its bid than this, in percent, has no price. */
export const spreadPercentMax = 2n;

/** Prices of one whole coin in dollars, as decimal text: in the middle, and what it is sold and bought for. */
export interface QuoteSides {
  readonly usd: string;
  /** What is paid for it; `usd` where it is left out. */
  readonly bidUsd?: string;
  /** What it costs; `usd` where it is left out. */
  readonly askUsd?: string;
}

export function bidOf({ usd, bidUsd = usd }: QuoteSides): string {
  return bidUsd;
}

export function askOf({ usd, askUsd = usd }: QuoteSides): string {
  return askUsd;
}

/** Whether bid, middle and ask are in this order, the ask at most `percentMax` above the bid. Throws on what is no price. */
export function isOrdered(sides: QuoteSides, percentMax: bigint): boolean {
  const [bid, ask] = [bidOf(sides), askOf(sides)];
  const up = rateBetween(ask, bid);
  return (
    isAtMost(bid, sides.usd) &&
    isAtMost(sides.usd, ask) &&
    up.numerator * 100n <= up.denominator * (100n + percentMax)
  );
}

function isAtMost(low: string, high: string): boolean {
  const { numerator, denominator } = rateBetween(low, high);
  return numerator <= denominator;
}
