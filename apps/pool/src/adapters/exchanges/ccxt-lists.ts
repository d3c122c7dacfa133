import type { Exchange, LimitOrder, MarketName } from '../../domain/kernel/exchange.ts';
import { textOf } from '../../runtime/read-json.ts';
import type { CcxtClient, CcxtOrder, CcxtTransfer } from './ccxt-client.ts';
import { fillOf, msOf, transferOf } from './ccxt-read.ts';
import type { CcxtVenue } from './ccxt-venues.ts';
import type { MoneyGate } from './money-gate.ts';
import { readInSpans, type Span, spanSince } from './read-in-spans.ts';

/** The most that one call answers. */
const tradesMax = 1000;
const transfersMax = 100;
const ordersMax = 100;
/** An order that is looked for in the list was taken within this time of when it was made, before or after, ms: the clocks are no further apart. */
const listAroundMs = 300_000;

/** The lists of a venue. Each rejects where a part may be missing: cut off by the venue, or left out by ccxt. */
export interface CcxtLists extends Pick<Exchange, 'fills' | 'transfers'> {
  /** An order that has ended, by the id that the venue shows. */
  endedOrder(shown: string, order: LimitOrder): Promise<CcxtOrder | undefined>;
}

export interface CcxtListsOptions {
  readonly client: CcxtClient;
  readonly gate: MoneyGate;
  readonly venue: CcxtVenue;
  /** Those of our table. */
  readonly coins: ReadonlySet<string>;
  readonly now: () => number;
}

/** Reads lists through ccxt, all of them through the gate, which counts. */
export function ccxtLists({ client, gate, venue, coins, now }: CcxtListsOptions): CcxtLists {
  const { lists, spanMax } = venue;
  return {
    fills: async (market, since) => {
      const ask = async (span: Span) => {
        const { from, params } = timesOf(span);
        const trades = await gate.reading(lists.trades, () =>
          client.fetchMyTrades(symbolOf(market), from, tradesMax, params),
        );
        return trades.map((trade) => fillOf(market, trade, coins));
      };
      return byTime(await readInSpans({ ask, max: tradesMax, spanMax }, spanSince(since, now())));
    },
    transfers: async (kind, coin, since) => {
      const ask = async (span: Span) => {
        const { from, params } = timesOf(span);
        const transfers = await gate.reading(lists[kind], () =>
          kind === 'withdrawal'
            ? // Of every coin: a filter of the venue's own could leave out what its history calls another way.
              client.fetchWithdrawals(undefined, from, transfersMax, params)
            : client.fetchDeposits(coin, from, transfersMax, params),
        );
        return transfers.map((read) => ({ exchangeId: textOf(read.id), at: msOf(read.timestamp), read }));
      };
      const all = await readInSpans({ ask, max: transfersMax, spanMax }, spanSince(since, now()));
      const ofCoin = all.filter(({ read }) => kind === 'deposit' || isOfCoin(coin, read, client));
      return byTime(ofCoin.map(({ read }) => transferOf(kind, coin, read, venue)));
    },
    endedOrder: async (shown, order) => {
      const [since, until] = [order.madeAt - listAroundMs, order.madeAt + listAroundMs];
      const ended = await gate.reading(lists.orders, () =>
        client.fetchClosedOrders(symbolOf(order), since, ordersMax, { until }),
      );
      if (ended.length >= ordersMax) throw new Error(`${ordersMax} answers or more: a part may be missing`);
      return ended.find(({ clientOrderId }) => clientOrderId === shown);
    },
  };
}

/** Whether a withdrawal is one of a coin. Throws where it may be, under a name that the venue's list of coins does not have, or `USDT_TRX`. */
function isOfCoin(coin: string, { currency }: CcxtTransfer, { currencies }: CcxtClient): boolean {
  if (currency === coin) return true;
  if (!Object.hasOwn(currencies, currency) || currency.startsWith(`${coin}_`))
    throw new Error(`a withdrawal of ${currency} may be one of ${coin}`);
  return false;
}

/** What ccxt calls a market. */
export function symbolOf({ base, quote }: MarketName): string {
  return `${base}/${quote}`;
}

/** ccxt counts in ms, and cuts to seconds: half of one more is cut off, one less would lose a second. */
function timesOf({ start, end }: Span): { readonly from: number; readonly params: object } {
  return { from: start * 1000, params: { until: end * 1000 + 500 } };
}

function byTime<T extends { readonly at: number }>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => a.at - b.at);
}
