import sql, { type Sql } from 'sql-template-tag';
import { broughtInSql } from '../rounds/sold-first.ts';

/** How the coins of a round's line were sold before it was credited; amounts in units of 10^-18. */
export interface SoldLine {
  /** What was sold, with what exchanges took of it. */
  readonly given: bigint;
  /** What it brought less what exchanges took of that, by coin. */
  readonly brought: readonly { readonly coin: string; readonly amount: bigint }[];
  /** The newest sales, the newest last. */
  readonly sales: readonly LineSale[];
  /** How many there were in all. */
  readonly count: number;
}

export interface LineSale {
  /** The exchange; null where the operator sold it by hand. */
  readonly place: string | null;
  readonly at: number;
  /** Of the coin that was bought, for one that was sold; null where the operator sold it by hand. */
  readonly price: bigint | null;
  readonly coin: string;
  /** This line's part of the sale. */
  readonly given: bigint;
  readonly brought: bigint;
  /** What the exchange took for the whole trade. */
  readonly fees: readonly { readonly coin: string; readonly amount: bigint }[];
}

/** A receipt names no more sales than this: a line may be sold in a thousand. */
const salesMax = 50;

/** Of the table `credits`, as JSON; null for what was not sold first, or is not credited yet. */
export const soldLineInSql: Sql = sql`(
  SELECT json_build_object('given', sum(given)::text, 'count', count(*),
           'brought', ${broughtInSql(sql`credits`)},
           'sales', (SELECT json_agg(json_build_object('place', place, 'at', (extract(epoch FROM at) * 1000)::bigint, 'price', price,
                              'coin', bought, 'given', given::text, 'brought', brought::text, 'fees', fees) ORDER BY at, entry_key)
                       FROM (SELECT part.entry_key, part.bought, part.given, part.brought, trade_fills.place,
                                    coalesce(traded_at, part.booked_at) AS at,
                                    CASE WHEN trade_orders.side = 'sell' THEN trade_fills.price::text END AS price, coalesce(fees, '[]'::jsonb) AS fees
                               FROM sold_first_parts AS part LEFT JOIN trade_fills USING (entry_key)
                               LEFT JOIN trade_orders ON trade_orders.id = order_id
                              WHERE (part.round_id, part.line) = (credits.round_id, credits.line)
                              ORDER BY coalesce(traded_at, part.booked_at) DESC, entry_key LIMIT ${salesMax}) AS newest))
    FROM sold_first_parts AS part
   WHERE (part.round_id, part.line) = (credits.round_id, credits.line) AND credits.waiting IS NULL AND credits.rate_source = 'sold'
  HAVING count(*) > 0)`;

/** As JSON has it: amounts are text. */
export type SoldLineJson = {
  readonly given: string;
  readonly count: number;
  readonly brought: readonly { readonly coin: string; readonly amount: string }[];
  readonly sales: readonly {
    readonly place: string | null;
    readonly at: number;
    readonly price: string | null;
    readonly coin: string;
    readonly given: string;
    readonly brought: string;
    readonly fees: readonly { readonly coin: string; readonly amount: string }[];
  }[];
} | null;

export function soldLineOf(answered: SoldLineJson): SoldLine | undefined {
  if (answered === null) return undefined;
  const amounts = (each: readonly { readonly coin: string; readonly amount: string }[]) =>
    each.map(({ coin, amount }) => ({ coin, amount: BigInt(amount) }));
  return {
    given: BigInt(answered.given),
    count: answered.count,
    brought: amounts(answered.brought),
    sales: answered.sales.map(({ place, at, price, coin, given, brought, fees }) => ({
      place,
      at,
      price: price === null ? null : BigInt(price),
      coin,
      given: BigInt(given),
      brought: BigInt(brought),
      fees: amounts(fees),
    })),
  };
}
