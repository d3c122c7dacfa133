import { boughtAccount, conversionAccount, exchangeAccount, tradingFeesAccount } from './accounts.ts';
import type { Entry, Posting } from './posting.ts';
import type { TradeSide } from './trade-need.ts';

/** What an exchange took for a trade; `amount` in units of 10^-18. */
export interface TradeFee {
  readonly coin: string;
  readonly amount: bigint;
}

/** One trade that an exchange has made for an order; amounts in units of 10^-18. */
export interface BookedFill {
  readonly place: string;
  /** The exchange's own id of it: it is booked once. */
  readonly exchangeId: string;
  readonly side: TradeSide;
  readonly base: string;
  readonly quote: string;
  /** Of the base, and of the quote without the fee. */
  readonly amount: bigint;
  readonly value: bigint;
  /** Those of coins that the ledger has accounts for. */
  readonly fees: readonly TradeFee[];
}

/** What a trade gives and gets, without fees. */
export function sidesOf({
  side,
  base,
  quote,
  amount,
  value,
}: Omit<BookedFill, 'place' | 'exchangeId' | 'fees'>): {
  readonly given: TradeFee;
  readonly got: TradeFee;
} {
  const [inBase, inQuote] = [
    { coin: base, amount },
    { coin: quote, amount: value },
  ];
  return side === 'sell' ? { given: inBase, got: inQuote } : { given: inQuote, got: inBase };
}

/** What a trade gave, with what the exchange took of that coin, and what it brought less what was taken of the other. */
export function saleOf(fill: Omit<BookedFill, 'place' | 'exchangeId'>): {
  readonly asset: string;
  readonly given: bigint;
  readonly bought: string;
  readonly brought: bigint;
} {
  const { given, got } = sidesOf(fill);
  const taken = (of: string): bigint =>
    fill.fees.reduce((sum, { coin, amount }) => (coin === of ? sum + amount : sum), 0n);
  const brought = got.amount - taken(got.coin);
  return {
    asset: given.coin,
    given: given.amount + taken(given.coin),
    bought: got.coin,
    brought: brought > 0n ? brought : 0n,
  };
}

/**
 * The entry of a trade at an exchange. What is given is first of what earlier trades had brought there; what is got is what this one has brought, less
 * a fee that is taken out of it. Conversions pay fees, in the coin that they were taken in.
 *
 * @param boughtBefore what trades before it have brought of the coin that it gives, and none has spent: read under the lock of that coin
 */
export function fillEntry(fill: BookedFill, boughtBefore: bigint, at: number): Entry {
  const { place, exchangeId, fees } = fill;
  const { given, got } = sidesOf(fill);
  const ofBought = boughtBefore < given.amount ? boughtBefore : given.amount;
  const [own, bought] = [exchangeAccount(place), boughtAccount(place)];
  const feeOfGot = fees.reduce((sum, { coin, amount }) => (coin === got.coin ? sum + amount : sum), 0n);
  const fromGot = feeOfGot < got.amount ? feeOfGot : got.amount;
  return {
    key: `fill:${place}:${exchangeId}`,
    kind: 'treasury-fill',
    at,
    postings: [
      { account: bought, asset: given.coin, amount: ofBought },
      { account: own, asset: given.coin, amount: given.amount - ofBought },
      { account: conversionAccount, asset: given.coin, amount: -given.amount },
      { account: bought, asset: got.coin, amount: fromGot - got.amount },
      { account: own, asset: got.coin, amount: -fromGot },
      { account: conversionAccount, asset: got.coin, amount: got.amount },
      ...fees.flatMap(({ coin, amount }): Posting[] => [
        { account: own, asset: coin, amount },
        { account: tradingFeesAccount, asset: coin, amount: -amount },
      ]),
    ],
  };
}
