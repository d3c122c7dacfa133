import { formatAmount } from '@openlode/money/amount';
import type {
  Exchange,
  ExchangeWithdrawal,
  LimitOrder,
  NetworkTerms,
  OrderLookUp,
  RequestOutcome,
} from '../../domain/kernel/exchange.ts';
import { Mutex } from '../../runtime/mutex.ts';
import { itemsOf } from '../../runtime/read-json.ts';
import type { CcxtClient, CcxtModule, CcxtOrder } from './ccxt-client.ts';
import { type CcxtOptions, createClient } from './create-ccxt-client.ts';
import { type CcxtLists, ccxtLists, symbolOf } from './ccxt-lists.ts';
import { balancesOf, levelOf, marketsOf, networksOf } from './ccxt-read.ts';
import type { CcxtVenue, CcxtVenueNetwork } from './ccxt-venues.ts';
import { lateFault, orderFault, withdrawalFault } from './check-request.ts';
import { openMoneyGate, type Passed } from './money-gate.ts';
import { readAmount } from './read-amount.ts';

const levelsMax = 100;

/** An exchange through ccxt, which is brought along. It rounds nothing, retries nothing, and sends only what it was permitted. */
export async function openCcxtExchange(ccxt: CcxtModule, options: CcxtOptions): Promise<Exchange> {
  const { venue, now } = options;
  // Half of it passes before a request is signed at the latest, and the venue's own time after that.
  const validMs = venue.signedMs * 2;
  const gate = openMoneyGate(options.limits);
  const client = createClient(ccxt, options, gate.fetch);
  const turns = new Mutex();
  await client.loadMarkets();
  const offered = venue.networks.filter(
    ({ coin, code, id }) => client.currencies[coin]?.networks?.[code]?.id === id,
  );

  const send = async (
    path: string,
    madeAt: number,
    fields: Readonly<Record<string, string>>,
    run: () => Promise<{ readonly id?: string }>,
  ): Promise<RequestOutcome> => {
    const isLate = () => lateFault(madeAt, now(), validMs);
    const permit = { path, fields, besides: venue.besides, isLate };
    return turns.run(async () => outcomeOf(await gate.during(permit, run)));
  };

  const coins = new Set(venue.networks.map(({ coin }) => coin));
  const lists = ccxtLists({ client, gate, venue, coins, now });
  const readMarkets = async (isReload: boolean) => marketsOf(await client.loadMarkets(isReload), coins);
  const readNetworks = () => networksOf(client, offered, venue);

  return {
    name: venue.id,
    validMs,
    terms: async () => ({ markets: await readMarkets(true), networks: await readNetworks() }),
    book: async (market) => {
      const { bids, asks } = await client.fetchOrderBook(symbolOf(market), levelsMax);
      return { bids: itemsOf(bids).map(levelOf), asks: itemsOf(asks).map(levelOf) };
    },
    balances: async () => balancesOf(await client.fetchBalance(), coins),
    place: async (order) => {
      const fault = await prepared(async () => orderFault(order, await readMarkets(false)));
      if (fault !== undefined) return { kind: 'not-sent', why: fault };
      const [amount, price] = [formatAmount(order.amount), formatAmount(order.price)];
      const params = { clientOrderId: venue.orderId(order.id), timeInForce: 'IOC' };
      return send(venue.orderPath, order.madeAt, venue.orderFields(order), () =>
        client.createOrder(symbolOf(order), 'limit', order.side, amount, price, params),
      );
    },
    lookUpOrder: (order) => lookUpOrder(client, ccxt, lists, order, venue.orderId(order.id)),
    fills: (market, since) => lists.fills(market, since),
    depositAddress: async (coin, network) => {
      const known = networkOf(offered, coin, network);
      const { address, tag, network: code } = await client.fetchDepositAddress(coin, { network: known.code });
      if (address === undefined || code !== known.code)
        throw new Error(`${venue.id} names no address of ${coin} on ${network}`);
      return { address, memo: tag ?? '' };
    },
    withdraw: async (withdrawal) => {
      const made = await prepared(async () => withdrawalOf(withdrawal, venue, offered, await readNetworks()));
      if (typeof made === 'string') return { kind: 'not-sent', why: made };
      const { coin, address, memo } = withdrawal;
      const params = { network: made.code, [venue.withdrawalIdName]: withdrawal.id };
      return send(venue.withdrawalPath, withdrawal.madeAt, made.fields, () =>
        client.withdraw(coin, made.gross, address, memo === '' ? undefined : memo, params),
      );
    },
    transfers: (kind, coin, since) => lists.transfers(kind, coin, since),
  };
}

/** Nothing that a library says of a failure tells what the venue did: once it has left, only looking it up does. */
function outcomeOf(passed: Passed<{ readonly id?: string }>): RequestOutcome {
  if ('error' in passed) {
    const why = reasonOf(passed.error);
    return passed.hasSent ? { kind: 'unknown', why } : { kind: 'not-sent', why };
  }
  const { id } = passed.value;
  if (id !== undefined && passed.hasSent) return { kind: 'accepted', exchangeId: id };
  return passed.hasSent
    ? { kind: 'unknown', why: 'the answer names no id' }
    : { kind: 'not-sent', why: 'nothing was sent' };
}

async function prepared<T>(prepare: () => Promise<T>): Promise<T | string> {
  try {
    return await prepare();
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}

function withdrawalOf(
  withdrawal: ExchangeWithdrawal,
  venue: CcxtVenue,
  offered: readonly CcxtVenueNetwork[],
  networks: readonly NetworkTerms[],
):
  | { readonly code: string; readonly gross: string; readonly fields: Readonly<Record<string, string>> }
  | string {
  const { coin, network, amount } = withdrawal;
  const fault = withdrawalFault(withdrawal, networks);
  if (fault !== undefined) return fault;
  const fee = networks.find((each) => each.coin === coin && each.network === network)?.fee;
  if (fee === undefined) return `what a withdrawal of ${coin} costs is not known`;
  const { code, id } = networkOf(offered, coin, network);
  const gross = venue.feeOn === 'inside' ? amount + fee : amount;
  return { code, gross: formatAmount(gross), fields: venue.withdrawalFields(withdrawal, gross, id) };
}

function networkOf(offered: readonly CcxtVenueNetwork[], coin: string, network: string): CcxtVenueNetwork {
  const found = offered.find((each) => each.coin === coin && each.network === network);
  if (found === undefined)
    throw new RangeError(`${coin} on ${network} is not in our table, or not at the venue`);
  return found;
}

/** @param shown our id as the venue shows it, by which ccxt neither finds nor names another */
async function lookUpOrder(
  client: CcxtClient,
  ccxt: CcxtModule,
  lists: CcxtLists,
  order: LimitOrder,
  shown: string,
): Promise<OrderLookUp> {
  try {
    // A venue forgets the ids that it was given, Gate an hour after an order has ended; its list of ended orders still has them.
    const found = (await orderById(client, ccxt, order, shown)) ?? (await lists.endedOrder(shown, order));
    if (found === undefined) return { kind: 'absent' };
    if (found.id === undefined || found.clientOrderId !== shown)
      return { kind: 'unanswered', why: 'the answer is of another order' };
    const isOpen = found.status === 'open';
    return { kind: 'found', exchangeId: found.id, isOpen, filled: readAmount(found.filled) };
  } catch (error) {
    return { kind: 'unanswered', why: reasonOf(error) };
  }
}

async function orderById(
  client: CcxtClient,
  ccxt: CcxtModule,
  order: LimitOrder,
  shown: string,
): Promise<CcxtOrder | undefined> {
  try {
    return await client.fetchOrder('', symbolOf(order), { clientOrderId: shown });
  } catch (error) {
    if (error instanceof ccxt.OrderNotFound) return undefined;
    throw error;
  }
}
