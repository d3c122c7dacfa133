import { formatAmount } from '@openlode/money/amount';
import type {
  DepositAddress,
  Exchange,
  ExchangeWithdrawal,
  LimitOrder,
  NetworkTerms,
  OrderLookUp,
  RequestOutcome,
} from '../../domain/kernel/exchange.ts';
import { itemsOf, memberOf, membersOf, textOf } from '../../runtime/read-json.ts';
import { lateFault, orderFault, withdrawalFault } from './check-request.ts';
import {
  type Asked,
  LateFault,
  nonkycClient,
  type NonkycClient,
  type NonkycClientOptions,
  NonkycFault,
  type Sent,
  whyNotAnswered,
} from './nonkyc-client.ts';
import {
  nonkycSymbol,
  readNonkycBalances,
  readNonkycBook,
  readNonkycFills,
  readNonkycMarkets,
  readNonkycOrder,
  readNonkycTransfers,
} from './nonkyc-read.ts';
import { clockMarginMs } from './read-in-spans.ts';

/** How a coin comes to NonKYC and leaves it on one of our networks. */
export interface NonkycNetwork {
  readonly coin: string;
  readonly network: string;
  /** NonKYC's name of the coin on that network: `LTC`, `USDT-TRC20`. */
  readonly ticker: string;
  /** What a withdrawal costs beside its amount, as the account's page has it. */
  readonly fee: bigint;
  readonly amountMin: bigint;
  readonly amountStep: bigint;
}

export interface NonkycOptions extends NonkycClientOptions {
  /** The coins whose tickers are ours. Everything else stands in brackets. */
  readonly coins: ReadonlySet<string>;
  readonly networks: readonly NonkycNetwork[];
}

/** NonKYC sets no end to a request; half of this passes before it is sent at the latest. */
const validMs = 60_000;
/** A list answers no more at once. */
const pageSize = 500;
const pagesMax = 40;

/**
 * NonKYC by its own calls: no library has an adapter of it. Not seen live: it follows what NonKYC publishes and clients of it. It has no order that
 * ends by itself, so what does not fill at once is cancelled here; and what a look finds open is cancelled by that look.
 */
export function nonkycExchange({ coins, networks, ...options }: NonkycOptions): Exchange {
  const client = nonkycClient(options);
  const { now } = options;
  const readMarkets = async () => readNonkycMarkets(await client.ask('/market/getlist'), coins);
  const offered = networks.map(termsOf);
  const networkOf = (coin: string, network: string): NonkycNetwork => {
    const found = networks.find((each) => each.coin === coin && each.network === network);
    if (found === undefined) throw new RangeError(`${coin} is not taken on ${network} at NonKYC`);
    return found;
  };

  return {
    name: 'nonkyc',
    validMs,
    terms: async () => ({ markets: await readMarkets(), networks: offered }),
    book: async (market) =>
      readNonkycBook(
        await client.ask(`/market/getorderbookbysymbol/${nonkycSymbol(market).replace('/', '_')}`),
      ),
    balances: async () => readNonkycBalances(await client.ask('/balances'), coins),
    place: async (order) => placeOrder(client, order, await faultOf(readMarkets, order), now),
    lookUpOrder: (order) => lookUpOrder(client, order),
    fills: async (market, since) => {
      const items = await readAll(client, '/account/trades', { symbol: nonkycSymbol(market) }, since);
      return readNonkycFills(items, market).toSorted((a, b) => a.at - b.at);
    },
    depositAddress: async (coin, network): Promise<DepositAddress> => {
      const { ticker } = networkOf(coin, network);
      const named = membersOf(await client.ask(`/getdepositaddress/${ticker}`));
      if (named['ticker'] !== ticker) throw new Error(`NonKYC names no address of ${ticker}`);
      return { address: textOf(named['address']), memo: textOf(named['paymentid'] ?? '') };
    },
    withdraw: async (withdrawal) => {
      const fault = withdrawalFault(withdrawal, offered);
      if (fault !== undefined) return { kind: 'not-sent', why: fault };
      const { ticker } = networkOf(withdrawal.coin, withdrawal.network);
      const path = '/createwithdrawal';
      return sendOnce(client, withdrawal, { path, body: withdrawalBody(withdrawal, ticker), now });
    },
    transfers: async (kind, coin, since) => {
      const path = kind === 'deposit' ? '/getdeposits' : '/getwithdrawals';
      const items = await readAll(client, path, { ticker: coin }, since);
      return readNonkycTransfers(items, kind, coin).toSorted((a, b) => a.at - b.at);
    },
  };
}

function termsOf({ coin, network, fee, amountMin, amountStep }: NonkycNetwork): NetworkTerms {
  return { coin, network, canWithdraw: true, fee, amountMin, amountStep };
}

/** Why an order is not sent; where markets are not known nothing has left that moves money. */
async function faultOf(
  readMarkets: () => Promise<Parameters<typeof orderFault>[1]>,
  order: LimitOrder,
): Promise<string | undefined> {
  try {
    return orderFault(order, await readMarkets());
  } catch (error) {
    return whyNotAnswered(error);
  }
}

async function placeOrder(
  client: NonkycClient,
  order: LimitOrder,
  fault: string | undefined,
  now: () => number,
): Promise<RequestOutcome> {
  if (fault !== undefined) return { kind: 'not-sent', why: fault };
  const body = {
    userProvidedId: order.id,
    symbol: nonkycSymbol(order),
    side: order.side,
    type: 'limit',
    quantity: formatAmount(order.amount),
    price: formatAmount(order.price),
    // Without it NonKYC cuts what has too many decimals.
    strictValidate: true,
  };
  const outcome = await sendOnce(client, order, { path: '/createorder', body, now });
  // The rest of it: where this is not answered either, the look that follows cancels it.
  if (outcome.kind === 'accepted') await cancel(client, outcome.exchangeId).catch(() => undefined);
  return outcome;
}

/** Moves no money: what is cancelled twice, or has ended, is refused. */
async function cancel(client: NonkycClient, exchangeId: string): Promise<void> {
  await client.send('/cancelorder', { id: exchangeId });
}

function withdrawalBody({ amount, address, memo }: ExchangeWithdrawal, ticker: string): Sent {
  return { ticker, quantity: formatAmount(amount), address, ...(memo !== '' && { paymentid: memo }) };
}

/** The one request of an order or a withdrawal. Every answer that is not its id leaves open what became of it, a refusal as well. */
async function sendOnce(
  client: NonkycClient,
  { madeAt }: { readonly madeAt: number },
  { path, body, now }: { readonly path: string; readonly body: Sent; readonly now: () => number },
): Promise<RequestOutcome> {
  try {
    const answer = await client.send(path, body, () => lateFault(madeAt, now(), validMs));
    return { kind: 'accepted', exchangeId: textOf(memberOf(answer, 'id')) };
  } catch (error) {
    const why = whyNotAnswered(error);
    return { kind: error instanceof LateFault ? 'not-sent' : 'unknown', why };
  }
}

async function lookUpOrder(client: NonkycClient, order: LimitOrder): Promise<OrderLookUp> {
  try {
    const found = await orderById(client, order);
    if (found === undefined) return { kind: 'absent' };
    if (found.id !== order.id) return { kind: 'unanswered', why: 'the answer is of another order' };
    if (!found.isOpen) return { kind: 'found', ...shownOf(found) };
    await cancel(client, found.exchangeId).catch(() => undefined);
    const after = readNonkycOrder(await client.ask(`/getorder/${found.exchangeId}`));
    return { kind: 'found', ...shownOf(after), exchangeId: found.exchangeId };
  } catch (error) {
    return { kind: 'unanswered', why: whyNotAnswered(error) };
  }
}

function shownOf({ exchangeId, isOpen, filled }: ReturnType<typeof readNonkycOrder>) {
  return { exchangeId, isOpen, filled };
}

/** By our own id; an order is absent only where the list of orders does not have it either. */
async function orderById(client: NonkycClient, { id, madeAt, ...market }: LimitOrder) {
  try {
    return readNonkycOrder(await client.ask(`/getorder/${id}`));
  } catch (error) {
    if (!(error instanceof NonkycFault) || !/not found/i.test(error.message)) throw error;
    const listed = await readAll(client, '/account/orders', { symbol: nonkycSymbol(market) }, madeAt);
    return listed.map(readNonkycOrder).find((each) => each.id === id);
  }
}

/**
 * A list since a time, ms by our clock, the oldest first, each item once by its id. NonKYC has the newest first, so what is added between two pages moves the rest on, and one is
 * seen twice; none is missed. Rejects where it has more pages than are asked for.
 */
async function readAll(
  client: NonkycClient,
  path: string,
  narrowed: Asked,
  since: number,
): Promise<readonly unknown[]> {
  const found = new Map<string, unknown>();
  const asked = { ...narrowed, since: String(Math.max(0, since - clockMarginMs)), limit: String(pageSize) };
  for (let page = 0; page < pagesMax; page += 1) {
    const items = itemsOf(await client.ask(path, { ...asked, skip: String(page * pageSize) }));
    for (const item of items) found.set(textOf(memberOf(item, 'id')), item);
    if (items.length < pageSize) return [...found.values()].toReversed();
  }
  throw new Error(`more than ${pagesMax * pageSize} items since ${new Date(since).toISOString()}`);
}
