import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { isUnfinishedInSql, type OrderState, selectOrders } from '../treasury/orders/order-rows.ts';

/** An order at an exchange as an operator reads it; amounts are decimal text in the coin. */
export interface ListedOrder {
  /** Ours, which the exchange has as well. */
  readonly id: string;
  readonly place: string;
  readonly side: 'sell' | 'buy';
  readonly amount: string;
  readonly base: string;
  /** The worst that it takes, for one whole coin. */
  readonly price: string;
  readonly quote: string;
  readonly state: OrderState;
  /** What is booked of it: of the base, and of the quote without fees. */
  readonly filled: string;
  readonly value: string;
  /** `0.5 USD`, several with a comma; empty where nothing was taken. */
  readonly fees: string;
  readonly exchangeId: string | null;
  /** When it was stored, and since when it is in its state, ms. */
  readonly storedAt: number;
  readonly since: number;
  readonly operator: string;
  /** What it waits for, or why it ended. */
  readonly note: string | null;
}

interface Row
  extends Omit<ListedOrder, 'amount' | 'price' | 'filled' | 'value' | 'fees' | 'storedAt' | 'since'> {
  readonly amount: bigint;
  readonly price: bigint;
  readonly filled: bigint;
  readonly value: bigint;
  readonly fees: readonly { readonly coin: string; readonly amount: string }[] | null;
  readonly storedAt: Date;
  readonly stateAt: Date;
}

/** The newest orders, those that are not over first. */
export async function listOrders(
  { db }: Pick<ServiceContext, 'db'>,
  { limit }: { readonly limit: number },
): Promise<ListedOrder[]> {
  const rows = await db.query<Row>(sql`
    SELECT id, place, side, amount, base, price, quote, state, exchange_id AS "exchangeId", stored_at AS "storedAt", state_at AS "stateAt",
           operator, note,
           (SELECT coalesce(sum(amount), 0) FROM trade_fills WHERE order_id = id) AS filled,
           (SELECT coalesce(sum(trade_fills.value), 0) FROM trade_fills WHERE order_id = id) AS value,
           (SELECT json_agg(fee) FROM trade_fills, jsonb_array_elements(fees) AS fee WHERE order_id = id) AS fees
      FROM trade_orders ORDER BY (${isUnfinishedInSql}) DESC, stored_at DESC, number DESC LIMIT ${limit}`);
  return rows.map(({ amount, price, filled, value, fees, storedAt, stateAt, ...row }) => ({
    ...row,
    amount: formatAmount(amount),
    price: formatAmount(price),
    filled: formatAmount(filled),
    value: formatAmount(value),
    fees: feesOf(fees ?? []),
    storedAt: storedAt.getTime(),
    since: stateAt.getTime(),
  }));
}

function feesOf(fees: readonly { readonly coin: string; readonly amount: string }[]): string {
  const sums = new Map<string, bigint>();
  for (const { coin, amount } of fees) sums.set(coin, (sums.get(coin) ?? 0n) + BigInt(amount));
  return [...sums].map(([coin, amount]) => `${formatAmount(amount)} ${coin}`).join(', ');
}

/** An order that is not over by then, ms, is named. */
const openMaxMs = 30 * 60_000;

/** What health says of orders, a sentence each; nothing where every order is over soon. */
export async function orderProblems({ db, clock }: Pick<ServiceContext, 'db' | 'clock'>): Promise<string[]> {
  const late = new Date(clock.now() - openMaxMs);
  const rows = await selectOrders(
    db,
    sql`WHERE ${isUnfinishedInSql} AND stored_at < ${late} ORDER BY number`,
  );
  return rows.map(
    ({ id, place, state, note }) =>
      `order ${id} at ${place} is ${state} for half an hour${note === null ? '' : `: ${note}`}; nothing else is ordered there, see openlode orders`,
  );
}
