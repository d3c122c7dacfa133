import type {
  BookLevel,
  DepositAddress,
  ExchangeBalance,
  ExchangeTransfer,
  Fill,
  MarketTerms,
  OrderBook,
  OrderLookUp,
} from '../../domain/kernel/exchange.ts';
import { itemsOf, memberOf, membersOf, textOf } from '../../runtime/read-json.ts';
import { type KrakenNames, krakenNames } from './kraken-names.ts';
import { readAmount, readLeast, stepOf } from './read-amount.ts';

/** A market of ours with the names that Kraken has for it. */
export interface KrakenMarket extends MarketTerms {
  readonly pair: string;
  readonly altname: string;
}

/** `AssetPairs`: markets of coins that our table names, that are open and whose steps it names, above zero. */
export function readMarkets(result: unknown, { coinOf }: KrakenNames = krakenNames): KrakenMarket[] {
  return Object.entries(membersOf(result)).flatMap(([pair, value]): KrakenMarket[] => {
    const market = membersOf(value);
    const [base, quote] = [coinOf(market['base']), coinOf(market['quote'])];
    if (base === undefined || quote === undefined || market['status'] !== 'online') return [];
    if (market['lot_decimals'] === undefined || market['tick_size'] === undefined) return [];
    const priceStep = readAmount(market['tick_size']);
    const [amountMin, valueMin] = [readLeast(market['ordermin']), readLeast(market['costmin'])];
    if (priceStep <= 0n || amountMin < 0n || valueMin < 0n) return [];
    return [
      {
        pair,
        altname: typeof market['altname'] === 'string' ? market['altname'] : pair,
        base,
        quote,
        amountStep: stepOf(market['lot_decimals']),
        priceStep,
        amountMin,
        valueMin,
      },
    ];
  });
}

/** `Depth` of one market: `{ PAIR: { bids: [[price, volume, time]], asks } }`. */
export function readBook(result: unknown, pair: string): OrderBook {
  const { bids, asks } = membersOf(membersOf(result)[pair]);
  const level = (item: unknown): BookLevel => ({
    price: readAmount(memberOf(item, 0)),
    amount: readAmount(memberOf(item, 1)),
  });
  return { bids: itemsOf(bids).map(level), asks: itemsOf(asks).map(level) };
}

/** The newest time of an offer of `Depth`, ms. Throws where there is none. */
export function readBookChanged(result: unknown, pair: string): number {
  const { bids, asks } = membersOf(membersOf(result)[pair]);
  const times = [...itemsOf(bids), ...itemsOf(asks)].map((item) => msOf(memberOf(item, 2)));
  if (times.length === 0) throw new Error('Kraken offers nothing there');
  return Math.max(...times);
}

/** Of `Ticker` for one market, `{ PAIR: { v: [today, 24 hours] } }`: what was traded in 24 hours. */
export function readDayVolume(result: unknown, pair: string): bigint {
  return readAmount(memberOf(membersOf(membersOf(result)[pair])['v'], 1));
}

/** `BalanceEx`: `{ ASSET: { balance, hold_trade } }`. */
export function readBalances(
  result: unknown,
  { coinOf }: KrakenNames = krakenNames,
): Map<string, ExchangeBalance> {
  const balances = new Map<string, ExchangeBalance>();
  for (const [asset, value] of Object.entries(membersOf(result))) {
    const { balance, hold_trade: held } = membersOf(value);
    const total = readAmount(balance);
    const coin = coinOf(asset) ?? (total === 0n ? undefined : `[${asset}]`);
    if (coin !== undefined) balances.set(coin, { total, available: total - readAmount(held) });
  }
  return balances;
}

/** The orders of `OpenOrders` or `ClosedOrders` that carry an id of ours. */
export function readOrders(orders: unknown, id: string): Extract<OrderLookUp, { kind: 'found' }>[] {
  return Object.entries(membersOf(orders)).flatMap(([exchangeId, value]) => {
    const { cl_ord_id: ours, status, vol_exec: filled } = membersOf(value);
    if (ours !== id) return [];
    const isOpen = status === 'open' || status === 'pending';
    return [{ kind: 'found' as const, exchangeId, isOpen, filled: readAmount(filled) }];
  });
}

/** A page of `TradesHistory`, of one market, which Kraken calls by either of its names. */
export function readFills(trades: unknown, { base, quote, pair, altname }: KrakenMarket): Fill[] {
  return Object.entries(membersOf(trades)).flatMap(([exchangeId, value]): Fill[] => {
    const trade = membersOf(value);
    if (trade['pair'] !== pair && trade['pair'] !== altname) return [];
    const { ordertxid: orderExchangeId, type, vol, price, cost, fee, time } = trade;
    if (type !== 'sell' && type !== 'buy') throw new TypeError('a trade that is neither sold nor bought');
    return [
      {
        exchangeId,
        orderExchangeId: textOf(orderExchangeId),
        base,
        quote,
        side: type,
        amount: readAmount(vol),
        price: readAmount(price),
        value: readAmount(cost),
        // Kraken takes it in the quote unless it is asked for another way.
        fees: [{ amount: readAmount(fee), coin: quote }].filter(({ amount }) => amount !== 0n),
        at: msOf(time),
      },
    ];
  });
}

/** The first of `DepositAddresses` that has not expired. Throws where there is none. */
export function readDepositAddress(result: unknown, now: number): DepositAddress {
  const [valid] = readDepositAddresses(result, now);
  if (valid === undefined) throw new Error('Kraken has no address that is valid');
  return valid;
}

/** Those of `DepositAddresses` that have not expired. */
export function readDepositAddresses(result: unknown, now: number): readonly DepositAddress[] {
  return itemsOf(result).flatMap((item): DepositAddress[] => {
    const { address, tag, memo, expiretm } = membersOf(item);
    const ends = Number(expiretm ?? 0);
    if (ends !== 0 && ends * 1000 <= now) return [];
    return [{ address: textOf(address), memo: textOf(tag ?? memo ?? '') }];
  });
}

/** The items of `WithdrawStatus` or `DepositStatus`. Their amounts are without the fee. */
export function readTransfers(
  result: unknown,
  kind: ExchangeTransfer['kind'],
  coin: string,
  { coinOf }: KrakenNames = krakenNames,
): ExchangeTransfer[] {
  return itemsOf(result).map((item) => {
    const { asset, refid, info, amount, fee, status, txid, time } = membersOf(item);
    if (coinOf(asset) !== coin) throw new Error('a transfer of another coin');
    return {
      kind,
      exchangeId: textOf(refid),
      id: undefined,
      coin,
      address: textOf(info),
      amount: readAmount(amount),
      fee: readAmount(fee),
      state: status === 'Success' ? 'done' : status === 'Failure' ? 'failed' : 'pending',
      txid: typeof txid === 'string' && txid !== '' ? txid : undefined,
      at: msOf(time),
    };
  });
}

function msOf(seconds: unknown): number {
  if (typeof seconds !== 'number') throw new TypeError('a time that is no number');
  return Math.round(seconds * 1000);
}
