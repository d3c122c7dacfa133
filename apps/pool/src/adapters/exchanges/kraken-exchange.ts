import { formatAmount } from '@openlode/money/amount';
import type {
  Exchange,
  ExchangeWithdrawal,
  Fill,
  LimitOrder,
  MarketName,
  NetworkTerms,
  OrderLookUp,
  RequestOutcome,
} from '../../domain/kernel/exchange.ts';
import { itemsOf, membersOf, textOf } from '../../runtime/read-json.ts';
import { lateFault, orderFault, withdrawalFault } from './check-request.ts';
import {
  type AskPrivate,
  type Fields,
  krakenClient,
  type KrakenClient,
  type KrakenClientOptions,
  NotSentFault,
  whyNot,
} from './kraken-client.ts';
import { krakenAsset, type KrakenNames, krakenNames, krakenValidMs } from './kraken-names.ts';
import { krakenTransfers } from './kraken-transfers.ts';
import { askDepositAddress, type KrakenDeposit } from './kraken-watch.ts';
import { readAmount } from './read-amount.ts';
import { clockMarginMs } from './read-in-spans.ts';
import {
  type KrakenMarket,
  readBalances,
  readBook,
  readFills,
  readMarkets,
  readOrders,
} from './kraken-read.ts';

/** How a coin leaves Kraken on one of our networks: to an address that was registered there under a name, and nowhere else. */
export interface KrakenNetwork extends KrakenDeposit {
  /** The name of our address there. */
  readonly key: string;
  readonly address: string;
  /** What is registered beside the address, as a tag; empty for none. */
  readonly memo: string;
  readonly amountMin: bigint;
  readonly amountStep: bigint;
}

/**
 * Its key must have no nonce window and be used by nothing else: a request that was sent and not answered is refused for good once a later
 * number was accepted, and nothing else ends a withdrawal.
 */
export interface KrakenOptions extends KrakenClientOptions {
  readonly networks: readonly KrakenNetwork[];
  /** What it calls the coins of its markets and balances; those of our table where it is left out. */
  readonly names?: KrakenNames;
}

/** Trades and orders come in pages of this many. */
const pageSize = 50;
const pagesMax = 200;

/**
 * Kraken by its own calls, without a library. Not seen live: it follows Kraken's documentation.
 *
 * @param kraken what asks with the key of the options, where something else asks with it too
 */
export function krakenExchange(
  { networks, names = krakenNames, ...client }: KrakenOptions,
  kraken: KrakenClient = krakenClient(client),
): Exchange {
  let markets: Promise<readonly KrakenMarket[]> | undefined;

  async function readAllMarkets(isReload = false): Promise<readonly KrakenMarket[]> {
    if (isReload) markets = undefined;
    markets ??= kraken.ask('AssetPairs').then((answer) => readMarkets(answer, names));
    return markets.catch((error: unknown) => {
      markets = undefined;
      throw error;
    });
  }

  async function marketOf({ base, quote }: MarketName): Promise<KrakenMarket> {
    const found = (await readAllMarkets()).find((each) => each.base === base && each.quote === quote);
    if (found === undefined) throw new RangeError(`${base} is not traded for ${quote} on Kraken`);
    return found;
  }

  const offered = networks.map(termsOf);

  return {
    name: 'kraken',
    validMs: krakenValidMs,
    terms: async () => ({ markets: await readAllMarkets(true), networks: offered }),
    book: async (market) => {
      const { pair } = await marketOf(market);
      return readBook(await kraken.ask('Depth', { pair, count: '100' }), pair);
    },
    balances: async () => readBalances(await kraken.askPrivate('BalanceEx'), names),
    place: async (order) => {
      const made = await prepared(async () => {
        const fault = orderFault(order, await readAllMarkets());
        return fault ?? addOrderFields(order, (await marketOf(order)).pair);
      });
      return typeof made === 'string'
        ? { kind: 'not-sent', why: made }
        : send(client, kraken, order.madeAt, 'AddOrder', made, orderIdOf);
    },
    lookUpOrder: (order) => lookUpOrder(kraken, order),
    fills: async (market, since) => readAllFills(kraken, await marketOf(market), since),
    depositAddress: (coin, network) => askDepositAddress(kraken, networks, { coin, network }, client.now()),
    withdraw: async (withdrawal) => {
      const { coin, network, address, memo, madeAt } = withdrawal;
      const made = await prepared(async () => {
        const fault = withdrawalFault(withdrawal, offered);
        if (fault !== undefined) return fault;
        const key = networks.find((each) => each.coin === coin && each.network === network);
        if (key?.address !== address) return `${address} is not the address that is registered for ${coin}`;
        if (key.memo !== memo)
          return `${JSON.stringify(memo)} is not the memo that is registered for ${coin}`;
        return withdrawFields(kraken.askFirst, key.key, withdrawal);
      });
      return typeof made === 'string'
        ? { kind: 'not-sent', why: made }
        : send(client, kraken, madeAt, 'Withdraw', { ...made, address }, refidOf);
    },
    transfers: (kind, coin, since) => krakenTransfers(kraken, kind, coin, since, client.now(), names),
  };
}

function termsOf({ coin, network, amountMin, amountStep }: KrakenNetwork): NetworkTerms {
  return { coin, network, canWithdraw: true, amountMin, amountStep, fee: undefined };
}

/** What is asked before a request is made: where it fails, nothing has left that moves money. */
async function prepared<T>(prepare: () => Promise<T>): Promise<T | string> {
  try {
    return await prepare();
  } catch (error) {
    return whyNot(error);
  }
}

/** The one request of an order or a withdrawal. Every answer that is not its id leaves open what became of it, a refusal as well. */
async function send(
  { now }: KrakenClientOptions,
  kraken: KrakenClient,
  madeAt: number,
  method: string,
  fields: Fields,
  idOf: (result: unknown) => string,
): Promise<RequestOutcome> {
  const isLate = () => lateFault(madeAt, now(), krakenValidMs);
  try {
    return { kind: 'accepted', exchangeId: idOf(await kraken.askFirst(method, fields, isLate)) };
  } catch (error) {
    if (error instanceof NotSentFault) return { kind: 'not-sent', why: error.message };
    return { kind: 'unknown', why: whyNot(error) };
  }
}

function addOrderFields(order: LimitOrder, pair: string): Fields {
  return {
    pair,
    type: order.side,
    ordertype: 'limit',
    timeinforce: 'IOC',
    // The fee is taken in the quote, which is what its history names it in; Kraken's own choice is the coin that is sold.
    oflags: 'fciq',
    volume: formatAmount(order.amount),
    price: formatAmount(order.price),
    cl_ord_id: order.id,
    deadline: new Date(order.madeAt + krakenValidMs).toISOString(),
  };
}

function orderIdOf(result: unknown): string {
  return textOf(itemsOf(membersOf(result)['txid'])[0]);
}

/**
 * What Kraken takes is inside of the amount that it is asked for, so that is what arrives and the fee. Where it takes more by then, Kraken
 * refuses it: less would arrive. Answers why it is not asked for where it would cost too much.
 */
export async function withdrawFields(
  ask: AskPrivate,
  key: string,
  { coin, amount, feeMax }: Pick<ExchangeWithdrawal, 'coin' | 'amount' | 'feeMax'>,
): Promise<Fields | string> {
  const asset = krakenAsset(coin);
  const quote = async (gross: bigint) => {
    const info = membersOf(await ask('WithdrawInfo', { asset, key, amount: formatAmount(gross) }));
    return { net: readAmount(info['amount']), fee: readAmount(info['fee']) };
  };
  const { fee } = await quote(amount);
  if (fee < 0n) return `it costs ${formatAmount(fee)} ${coin}`;
  if (fee > feeMax) return `it costs ${formatAmount(fee)} ${coin}, more than ${formatAmount(feeMax)}`;
  const { net, fee: feeOfAll } = await quote(amount + fee);
  if (feeOfAll !== fee) return `it costs ${formatAmount(feeOfAll)} ${coin}, and not ${formatAmount(fee)}`;
  if (net !== amount) return `${formatAmount(net)} ${coin} would arrive, and not ${formatAmount(amount)}`;
  return { asset, key, amount: formatAmount(amount + fee), max_fee: formatAmount(fee) };
}

function refidOf(result: unknown): string {
  return textOf(membersOf(result)['refid']);
}

async function lookUpOrder(kraken: KrakenClient, { id, madeAt }: LimitOrder): Promise<OrderLookUp> {
  try {
    // The number of each private call is above that of the order: from the first answer on, Kraken takes the order no more.
    const open = membersOf(await kraken.askPrivate('OpenOrders', { cl_ord_id: id }));
    const start = String(Math.floor((madeAt - clockMarginMs) / 1000));
    const closed = membersOf(await kraken.askPrivate('ClosedOrders', { cl_ord_id: id, start }));
    const [found] = [...readOrders(closed['closed'], id), ...readOrders(open['open'], id)];
    // An answer that was not narrowed to our id is one page of many.
    const { count } = closed;
    if (found === undefined && !(typeof count === 'number' && count < pageSize))
      return { kind: 'unanswered', why: 'the list of orders is cut off' };
    return found ?? { kind: 'absent' };
  } catch (error) {
    return { kind: 'unanswered', why: whyNot(error) };
  }
}

async function readAllFills(kraken: KrakenClient, market: KrakenMarket, since: number): Promise<Fill[]> {
  // By its id: what is traded between two pages moves the rest on, so that one of them is seen twice.
  const seen = new Set<string>();
  const fills = new Map<string, Fill>();
  // Kraken leaves out what was traded at the start itself.
  const start = String(Math.max(0, Math.floor((since - clockMarginMs) / 1000) - 1));
  for (let page = 0; page < pagesMax; page += 1) {
    const ofs = String(page * pageSize);
    const { trades, count } = membersOf(await kraken.askPrivate('TradesHistory', { start, ofs }));
    for (const id of Object.keys(membersOf(trades))) seen.add(id);
    for (const fill of readFills(trades, market)) fills.set(fill.exchangeId, fill);
    if (typeof count !== 'number') throw new TypeError('Kraken does not say how many trades there are');
    if ((page + 1) * pageSize < count) continue;
    if (seen.size < count) throw new Error(`${seen.size} of ${count} trades were answered`);
    return [...fills.values()].toSorted((a, b) => a.at - b.at);
  }
  throw new Error(`more than ${pageSize * pagesMax} trades since ${new Date(since).toISOString()}`);
}
