import type {
  BookLevel,
  ExchangeBalance,
  ExchangeTransfer,
  Fill,
  FillFee,
  MarketName,
  MarketTerms,
  OrderBook,
} from '../../domain/kernel/exchange.ts';
import { itemsOf, memberOf, membersOf, textOf } from '../../runtime/read-json.ts';
import { readAmount, readLeast, stepOf } from './read-amount.ts';

const unit = 10n ** 18n;

/** What NonKYC calls a market. */
export function nonkycSymbol({ base, quote }: MarketName): string {
  return `${base}/${quote}`;
}

/** `market/getlist`: markets of these coins that are open and whose steps it names. */
export function readNonkycMarkets(result: unknown, coins: ReadonlySet<string>): MarketTerms[] {
  return itemsOf(result).flatMap((item): MarketTerms[] => {
    const { symbol, isActive, isPaused, quantityDecimals, priceDecimals, ...least } = membersOf(item);
    const [base = '', quote = ''] = textOf(symbol).split('/');
    if (!coins.has(base) || !coins.has(quote) || isActive !== true || isPaused === true) return [];
    return [
      {
        base,
        quote,
        amountStep: stepOf(quantityDecimals),
        priceStep: stepOf(priceDecimals),
        amountMin: readLeast(least['minimumQuantity']),
        valueMin: readLeast(least['minQuote']),
      },
    ];
  });
}

/** `market/getorderbookbysymbol`: `{ bids: [{ price, quantity }], asks }`. */
export function readNonkycBook(result: unknown): OrderBook {
  const { bids, asks } = membersOf(result);
  const level = (item: unknown): BookLevel => {
    const { price, quantity } = membersOf(item);
    return { price: readAmount(price), amount: readAmount(quantity) };
  };
  return { bids: itemsOf(bids).map(level), asks: itemsOf(asks).map(level) };
}

/** `balances`: `[{ asset, available, held }]`. What it calls pending is not here yet, or has gone. */
export function readNonkycBalances(
  result: unknown,
  coins: ReadonlySet<string>,
): Map<string, ExchangeBalance> {
  return new Map(
    itemsOf(result).flatMap((item): [string, ExchangeBalance][] => {
      const { asset, available, held } = membersOf(item);
      const amounts = { available: readAmount(available), total: readAmount(available) + readAmount(held) };
      const ticker = textOf(asset);
      if (coins.has(ticker)) return [[ticker, amounts]];
      return amounts.total === 0n ? [] : [[`[${ticker}]`, amounts]];
    }),
  );
}

/** An order as NonKYC shows it. */
export interface NonkycOrder {
  readonly exchangeId: string;
  /** Ours. */
  readonly id: string | undefined;
  readonly isOpen: boolean;
  readonly filled: bigint;
}

export function readNonkycOrder(result: unknown): NonkycOrder {
  const { id, userProvidedId, isActive, executedQuantity } = membersOf(result);
  if (typeof isActive !== 'boolean') throw new TypeError('an order that is neither open nor ended');
  return {
    exchangeId: textOf(id),
    id: typeof userProvidedId === 'string' ? userProvidedId : undefined,
    isOpen: isActive,
    filled: readAmount(executedQuantity),
  };
}

/** The trades of `account/trades` in a market. */
export function readNonkycFills(items: readonly unknown[], market: MarketName): Fill[] {
  return items.flatMap((item): Fill[] => {
    const trade = membersOf(item);
    if (memberOf(trade['market'], 'symbol') !== nonkycSymbol(market)) return [];
    const side = String(trade['side']).toLowerCase();
    if (side !== 'sell' && side !== 'buy') throw new TypeError('a trade that is neither sold nor bought');
    const [amount, price] = [readAmount(trade['quantity']), readAmount(trade['price'])];
    const [fee, total] = [readAmount(trade['fee']), readAmount(trade['totalWithFee'])];
    const value = side === 'sell' ? total + fee : total - fee;
    // That the total has the fee taken off, or on top of it, is said nowhere: one that does not fit is not guessed at.
    const off = value - (amount * price) / unit;
    if ((off < 0n ? -off : off) > 10n ** 11n)
      throw new TypeError('a trade whose total is not its value and its fee');
    return [
      {
        ...market,
        exchangeId: textOf(trade['id']),
        orderExchangeId: textOf(trade['orderid']),
        side,
        amount,
        price,
        value,
        fees: feesOf(trade, market.quote).filter((each) => each.amount !== 0n),
        at: timeOf(trade['createdAt']),
      },
    ];
  });
}

/** In the quote, unless it was taken in a coin of its own. */
function feesOf(trade: Readonly<Record<string, unknown>>, quote: string): readonly FillFee[] {
  const { fee, alternateFeeAsset: asset, alternateFee } = trade;
  if (typeof asset !== 'string' || asset === '') return [{ coin: quote, amount: readAmount(fee) }];
  return [{ coin: asset === quote ? quote : `[${asset}]`, amount: readAmount(alternateFee) }];
}

/** States in which a withdrawal has been given up, in small letters. */
const givenUp = new Set(['cancelled', 'canceled', 'failed', 'rejected', 'reversed']);

/** The items of `getwithdrawals` or `getdeposits`. NonKYC keeps no id of ours with them. */
export function readNonkycTransfers(
  items: readonly unknown[],
  kind: ExchangeTransfer['kind'],
  coin: string,
): ExchangeTransfer[] {
  return items.map((item) => {
    const { id, ticker, address, quantity, fee, transactionid, status, ...rest } = membersOf(item);
    if (ticker !== coin) throw new Error('a transfer of another coin');
    const isOver = kind === 'deposit' ? rest['isposted'] === true : rest['issent'] === true;
    const isBack = rest['isreversed'] === true || givenUp.has(String(status).toLowerCase());
    return {
      kind,
      exchangeId: textOf(id),
      id: undefined,
      coin,
      address: textOf(address),
      amount: readAmount(quantity),
      fee: kind === 'deposit' ? 0n : readAmount(fee),
      state: isBack ? 'failed' : isOver ? 'done' : 'pending',
      txid: typeof transactionid === 'string' && transactionid !== '' ? transactionid : undefined,
      at: timeOf(kind === 'deposit' ? rest['firstseenat'] : rest['requestedat']),
    };
  });
}

/** When something was, ms. */
function timeOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new TypeError('a time that is no number');
  return value;
}
