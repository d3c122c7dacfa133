import type { TradeFee } from './trade-entries.ts';
import type { TradeSide } from './trade-need.ts';

/** What an order was for: amounts in units of 10^-18, `price` of the quote for one whole coin of the base. */
interface Ordered {
  readonly base: string;
  readonly quote: string;
  readonly side: TradeSide;
  readonly amount: bigint;
  readonly price: bigint;
}

/** What an exchange says that it has traded for an order. */
export interface ReportedFill extends Ordered {
  readonly value: bigint;
  readonly fees: readonly TradeFee[];
}

export type FillFault =
  | 'other-trade'
  /** No trade gives or brings nothing, or takes less than nothing for it. */
  | 'not-above-zero'
  /** Its price, or what was paid by it, is worse than the order took. */
  | 'past-limit'
  /** What was paid is not what amount and price come to. */
  | 'odd-value'
  /** The fee is more than what was traded, or in a coin of the ledger that was not: nothing says how much that may be. */
  | 'odd-fee';

const unit = 10n ** 18n;
/** A venue rounds what is paid: by this much of it, in thousandths, and this many units in any case. */
const roundedThousandths = 1n;
const roundedUnits = 10n ** 14n;

/** A coin that the ledger can have: what an exchange calls another way stands in brackets. */
export const isLedgerCoin = (coin: string): boolean => /^[A-Z0-9]{1,12}$/.test(coin);

/** Why an exchange's word on one trade of an order cannot be booked; undefined where it can. */
export function fillFault(order: Ordered, fill: ReportedFill): FillFault | undefined {
  const { amount, price, value, fees } = fill;
  if (fill.base !== order.base || fill.quote !== order.quote || fill.side !== order.side)
    return 'other-trade';
  if (amount <= 0n || price <= 0n || value <= 0n || fees.some((fee) => fee.amount < 0n))
    return 'not-above-zero';
  const worth = amount * price;
  const off = value * unit - worth;
  if ((off < 0n ? -off : off) > (worth * roundedThousandths) / 1000n + roundedUnits * unit)
    return 'odd-value';
  if (order.side === 'sell' ? price < order.price : price > order.price) return 'past-limit';
  if (fees.some(({ coin }) => isLedgerCoin(coin) && coin !== order.base && coin !== order.quote))
    return 'odd-fee';
  const feeOf = (coin: string): bigint =>
    fees.reduce((sum, fee) => (fee.coin === coin ? sum + fee.amount : sum), 0n);
  return feeOf(order.quote) > value || feeOf(order.base) > amount ? 'odd-fee' : undefined;
}

/** Why all that is said of an order cannot be; undefined where it can, whole or not. */
export function fillsFault(
  order: Ordered,
  fills: readonly Pick<ReportedFill, 'amount'>[],
  filled: bigint,
): 'more-than-ordered' | 'incomplete' | undefined {
  const sum = fills.reduce((all, { amount }) => all + amount, 0n);
  if (sum > order.amount || filled > order.amount || filled < 0n || sum > filled) return 'more-than-ordered';
  return sum < filled ? 'incomplete' : undefined;
}
