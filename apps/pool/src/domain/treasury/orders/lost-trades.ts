import { conversionAccount, tradingFeesAccount } from '@openlode/ledger/accounts';
import type { TradeSide } from '@openlode/ledger/trade-need';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { Fill, MarketName, TradingExchange, WatchedExchange } from '../../kernel/exchange.ts';
import { readSoldFirst } from '../../rounds/sold-first.ts';
import { type PlaceBalance, selectPlaceBalances } from '../places/place-standing.ts';
import { judgeFills } from './book-fills.ts';
import { type OrderRow, selectOrders } from './order-rows.ts';

/** What an exchange has traded for an order that the ledger does not have, as after a restore; amounts in units of 10^-18. */
export interface LostTrade extends MarketName {
  readonly place: string;
  /** The exchange's id of its order. */
  readonly order: string;
  readonly side: TradeSide;
  readonly amount: bigint;
  readonly value: bigint;
  readonly fills: readonly Fill[];
  /** The order of the ledger that these are further trades of, which is over there; left out where it has none. */
  readonly of?: OrderRow;
}

/** The exchange's ids of the trades that are booked. */
export async function readBookedTrades(db: Queryable, place: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    sql`SELECT exchange_id AS id FROM trade_fills WHERE place = ${place}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * What an exchange has traded since its coins were equal and the ledger does not have, by its orders. Asked of markets of which both coins differ there:
 * a trade that is not booked moves both.
 *
 * @throws Error where the exchange does not answer
 */
export async function findLostTrades(
  { db }: Pick<ServiceContext, 'db'>,
  { exchange, trader }: { readonly exchange: WatchedExchange; readonly trader: TradingExchange },
): Promise<readonly LostTrade[]> {
  const place = trader.name;
  const rows = await selectPlaceBalances(
    db,
    sql`WHERE place = ${place} AND state = 'difference' AND opened_at IS NOT NULL`,
  );
  const differs = new Map(rows.map((row) => [row.coin, row]));
  const lost: LostTrade[] = [];
  const booked = await readBookedTrades(db, place);
  for (const { base, quote } of rows.length < 2 ? [] : await exchange.markets()) {
    const both = [differs.get(base), differs.get(quote)].filter((row) => row !== undefined);
    if (both.length < 2) continue;
    const since = Math.min(...both.map(equalUntil));
    const fills = (await trader.fills({ base, quote }, since)).filter(
      ({ exchangeId }) => !booked.has(exchangeId),
    );
    for (const order of new Set(fills.map(({ orderExchangeId }) => orderExchangeId))) {
      const found = await asBookable(db, trader, lostTradeOf(place, order, fills));
      if (found !== undefined) lost.push(found);
    }
  }
  return lost;
}

/**
 * The order that a trade is a further one of, where the ledger has that as over. None of it is to be booked where the exchange names those that are booked
 * no more, and calls them otherwise now, or where with them it names what cannot be of the order.
 */
async function asBookable(
  db: Queryable,
  trader: TradingExchange,
  lost: LostTrade,
): Promise<LostTrade | undefined> {
  const { place, base, quote, order } = lost;
  const [own] = await selectOrders(
    db,
    sql`WHERE (place, exchange_id) = (${place}, ${order}) AND state IN ('filled', 'cancelled')`,
  );
  if (own === undefined) return lost;
  const rows = await db.query<{ id: string }>(
    sql`SELECT exchange_id AS id FROM trade_fills WHERE order_id = ${own.id}`,
  );
  const all = (await trader.fills({ base, quote }, own.sentAt?.getTime() ?? 0)).filter(
    ({ orderExchangeId }) => orderExchangeId === order,
  );
  const named = new Set(all.map(({ exchangeId }) => exchangeId));
  const sum = all.reduce((total, { amount }) => total + amount, 0n);
  const isOfIt = rows.every(({ id }) => named.has(id)) && judgeFills(own, all, sum) === undefined;
  return isOfIt ? { ...lost, of: own } : undefined;
}

function equalUntil({ equalAt, openedAt }: PlaceBalance): number {
  return (equalAt ?? openedAt)?.getTime() ?? 0;
}

function lostTradeOf(place: string, order: string, all: readonly Fill[]): LostTrade {
  const fills = all.filter(({ orderExchangeId }) => orderExchangeId === order);
  const [first] = fills;
  if (first === undefined) throw new TypeError('an order without a trade');
  const { base, quote, side } = first;
  const amount = fills.reduce((sum, fill) => sum + fill.amount, 0n);
  const value = fills.reduce((sum, fill) => sum + fill.value, 0n);
  return { place, order, base, quote, side, amount, value, fills };
}

/**
 * Whether conversions have this trade still to make, by the ledger: then the next plan would order it again. In the caller's transaction, under the lock
 * of the coin, where it is to stay so.
 */
export async function isStillToMake(
  db: Queryable,
  { base, side, amount }: Pick<LostTrade, 'base' | 'side' | 'amount'>,
): Promise<boolean> {
  return (await leftToTrade(db, base, side)) >= amount;
}

/** What conversions, and rewards that are sold first, have left to sell or to buy of a coin; what exchanges have taken is to be bought as well, as the plan has it. */
export async function leftToTrade(db: Queryable, base: string, side: TradeSide): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(sql`
    SELECT coalesce(sum(amount), 0) AS amount FROM balances
     WHERE account IN (${conversionAccount}, ${tradingFeesAccount}) AND asset = ${base}`);
  const left = (row?.amount ?? 0n) + (await readSoldFirst(db, base));
  return left * (side === 'sell' ? 1n : -1n);
}

export function lostTradeWords({ place, order, side, amount, value, base, quote }: LostTrade): string {
  const traded = side === 'sell' ? 'sold' : 'bought';
  return `${place} has ${traded} ${formatAmount(amount)} ${base} for ${formatAmount(value)} ${quote} by its order ${order}, which the ledger does not have`;
}
