import type { RewardEvent } from '@openlode/contracts/http/account-events';
import { isNothing } from '@openlode/money/decimal-text';
import type { PastRate } from '../../shared/api/use-fiat.ts';
import { moneyText } from '../../shared/format/fiat-text.ts';

export interface PastMoney {
  /** Dollars at the rate of their time. */
  readonly usd: string;
  /** The same in the chosen currency; null where that is the dollar, or has no rate. */
  readonly chosen: string | null;
  /** Whether `chosen` is by the rate of now: rates of that time were not stored. */
  readonly isByNow: boolean;
  /** Both, with the rates that they rest on. */
  readonly words: string;
}

/** A value in US dollars of another time, for people. `perUsdThen`: what a dollar cost at that time, where the pool stored it. */
export function pastMoney(
  usd: number,
  { currency, perUsd }: PastRate,
  perUsdThen?: Readonly<Record<string, string>>,
): PastMoney {
  const dollars = moneyText(usd, 'USD');
  const then = perUsdThen?.[currency];
  const rate = then ?? perUsd;
  if (currency === 'USD' || rate === undefined)
    return { usd: dollars, chosen: null, isByNow: false, words: `${dollars} at that time` };
  const chosen = moneyText(usd * Number(rate), currency);
  const isByNow = then === undefined;
  return {
    usd: dollars,
    chosen,
    isByNow,
    words: isByNow
      ? `${chosen} at the current ${currency} rate, ${dollars} at that time`
      : `${chosen} at that time`,
  };
}

/**
 * What a reward credited was worth in US dollars then. The receipt holds the value before the fee, so each line counts by
 * its part that was credited. Null without a receipt, or where a line that credited something has no value.
 */
export function rewardUsd({ data }: RewardEvent): number | null {
  let sum = 0;
  for (const line of data.receipt?.lines ?? []) {
    if (line.pending_conversion || isNothing(line.credited)) continue;
    if (isNothing(line.usd)) return null;
    sum += (Number(line.usd) * Number(line.credited)) / Number(line.gross);
  }
  return sum === 0 ? null : sum;
}
