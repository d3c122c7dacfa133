import { boughtAccount } from '@openlode/ledger/accounts';
import { fillFault, fillsFault, isLedgerCoin } from '@openlode/ledger/judge-fill';
import { type BookedFill, fillEntry, saleOf, sidesOf } from '@openlode/ledger/trade-entries';
import { valueInUsd } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../runtime/database/database.ts';
import type { Fill } from '../../kernel/exchange.ts';
import { bookEntries } from '../../ledger/book-entry.ts';
import { lockAssets } from '../../ledger/lock-assets.ts';
import { allotBookedSale } from '../../rounds/sold-first.ts';
import type { OrderRow } from './order-rows.ts';

/**
 * Why what an exchange says of an order cannot be booked, in words; undefined where it can. Pure.
 *
 * @param fills those of the order
 * @param filled what the exchange says that it has filled of it in all
 */
export function judgeFills(
  order: Pick<OrderRow, 'place' | 'base' | 'quote' | 'side' | 'amount' | 'price'>,
  fills: readonly Fill[],
  filled: bigint,
): string | undefined {
  const named = new Set<string>();
  for (const fill of fills) {
    if (named.has(fill.exchangeId)) return `${order.place} names trade ${fill.exchangeId} of it twice`;
    named.add(fill.exchangeId);
    const fault = fillFault(order, fill);
    if (fault !== undefined)
      return `${order.place} names a trade ${fill.exchangeId} of it that cannot be (${fault})`;
  }
  const fault = fillsFault(order, fills, filled);
  if (fault === 'more-than-ordered') return `${order.place} names more trades of it than were ordered`;
  return fault === 'incomplete' ? `${order.place} has not named all its trades yet` : undefined;
}

/** Books trades of an order, each once, in the caller's transaction. They have no fault. */
export async function bookFills(
  tx: Transaction,
  order: OrderRow,
  fills: readonly Fill[],
  at: number,
): Promise<void> {
  // Whichever order they come in, chains are locked in one.
  const coins = new Set([
    order.base,
    order.quote,
    ...fills.flatMap(({ fees }) => fees.map(({ coin }) => coin)),
  ]);
  await lockAssets(tx, [...coins]);
  for (const fill of fills.toSorted((a, b) => a.at - b.at || (a.exchangeId < b.exchangeId ? -1 : 1)))
    await bookFill(tx, order, fill, at);
}

async function bookFill(tx: Transaction, order: OrderRow, fill: Fill, at: number): Promise<void> {
  const { place, id } = order;
  const { exchangeId, amount, value, price, fees } = fill;
  const [known] = await tx.query<{ orderId: string; amount: bigint; value: bigint }>(sql`
    SELECT order_id AS "orderId", amount, value FROM trade_fills WHERE (place, exchange_id) = (${place}, ${exchangeId})`);
  if (known !== undefined) {
    if (known.orderId === id && known.amount === amount && known.value === value) return;
    throw new Error(`${place} says otherwise of trade ${exchangeId} than when it was booked`);
  }
  const { side, base, quote } = order;
  const booked: BookedFill = {
    place,
    exchangeId,
    side,
    base,
    quote,
    amount,
    value,
    fees: fees.filter(({ coin }) => isLedgerCoin(coin)),
  };
  const { given } = sidesOf(booked);
  const entry = fillEntry(booked, await boughtBefore(tx, place, given.coin), at);
  await bookEntries(tx, [entry]);
  const { soldUsd, boughtUsd } = valueOf(order, booked);
  await tx.query(sql`
    INSERT INTO trade_fills (place, exchange_id, order_id, entry_key, amount, value, price, fees, sold_usd, bought_usd, traded_at, booked_at)
    VALUES (${place}, ${exchangeId}, ${id}, ${entry.key}, ${amount}, ${value}, ${price},
            ${JSON.stringify(fees.map((fee) => ({ coin: fee.coin, amount: fee.amount.toString() })))}::jsonb,
            ${soldUsd}, ${boughtUsd}, ${new Date(fill.at)}, ${new Date(at)})`);
  await allotBookedSale(tx, { ...saleOf(booked), entryKey: entry.key }, at);
}

async function boughtBefore(tx: Transaction, place: string, coin: string): Promise<bigint> {
  const [row] = await tx.query<{ amount: bigint }>(
    sql`SELECT -amount AS amount FROM balances WHERE account = ${boughtAccount(place)} AND asset = ${coin}`,
  );
  return row?.amount ?? 0n;
}

/** By the prices that the order was planned by: what was given at what it is bought for, what was got, less fees, at what it is sold for. */
function valueOf(
  order: OrderRow,
  fill: BookedFill,
): { readonly soldUsd: bigint; readonly boughtUsd: bigint } {
  const { given, got } = sidesOf(fill);
  const isSale = order.side === 'sell';
  const soldUsd = valueInUsd(given.amount, isSale ? order.baseAskUsd : order.quoteAskUsd);
  const priceOf = (coin: string): string | undefined =>
    coin === order.base ? order.baseUsd : coin === order.quote ? order.quoteUsd : undefined;
  const feesUsd = fill.fees.reduce((sum, { coin, amount }) => {
    const price = priceOf(coin);
    return price === undefined ? sum : sum + valueInUsd(amount, price);
  }, 0n);
  return { soldUsd, boughtUsd: valueInUsd(got.amount, isSale ? order.quoteUsd : order.baseUsd) - feesUsd };
}
