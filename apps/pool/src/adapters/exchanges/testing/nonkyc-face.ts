import { formatAmount, parseAmount } from '@openlode/money/amount';
import { nonkycSignature } from '../nonkyc-client.ts';
import { nonkycSymbol } from '../nonkyc-read.ts';
import { type StandInVenue, type VenueFill, type VenueOrder, VenueRefusal } from './stand-in-venue.ts';
import type { VenueCall, VenueFace } from './venue-server.ts';

export const nonkycLogin = { apiKey: 'key', secret: 'secret of nonkyc' };
/** The path of its calls. */
export const nonkycRoot = '/api/v2';

/** What it does otherwise. */
interface NonkycWords {
  /** It does not find an order by the id that it was given. */
  readonly ignoresIds?: boolean;
  /** What it calls the total of each trade. */
  readonly totals?: string;
  readonly alternate?: { readonly alternateFeeAsset: string; readonly alternateFee: string };
}

/**
 * Stands in for NonKYC: signed calls with numbers that only rise, an own id on orders, none on withdrawals, and orders that rest until they are cancelled.
 * From what NonKYC publishes and clients of it: that a number which is not above the last one is refused, and that a withdrawal costs its fee beside its
 * amount, is assumed. NonKYC itself was never asked.
 */
export function nonkycFace(venue: StandInVenue, words: NonkycWords = {}): VenueFace {
  let nonce = 0;
  const resting = new Set<string>();
  const isActive = (order: VenueOrder) => resting.has(order.exchangeId) && order.filled < order.amount;
  const shown = (order: VenueOrder) => orderOf(order, isActive(order));
  const login = (call: VenueCall): void => {
    const { headers, path, query, body } = call;
    const asked = query.toString();
    const address = `http://${String(headers.host)}${path}${asked === '' ? '' : `?${asked}`}`;
    const given = String(headers['x-api-nonce']);
    if (headers['x-api-sign'] !== nonkycSignature({ ...nonkycLogin, address, body, nonce: given }))
      throw new VenueRefusal('Bad signature');
    if (Number(given) <= nonce) throw new VenueRefusal('Bad nonce');
    nonce = Number(given);
  };
  const find = (named: string) =>
    venue.orders.find(
      ({ exchangeId, id }) => exchangeId === named || (words.ignoresIds !== true && id === named),
    );
  const posts: Readonly<Record<string, (body: Readonly<Record<string, string>>) => unknown>> = {
    '/createorder': (body) => {
      const order = placeOrder(venue, body);
      resting.add(order.exchangeId);
      return shown(order);
    },
    '/cancelorder': ({ id = '' }) => {
      if (!resting.delete(id)) throw new VenueRefusal('Order not found');
      return { success: true, id };
    },
    '/createwithdrawal': (body) => withdraw(venue, body),
  };
  const gets: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/market/getlist': () =>
      venue.markets.map((market) => ({ symbol: nonkycSymbol(market), ...termsOf(market) })),
    '/balances': () => balancesOf(venue, isActive),
    '/account/orders': (query) => pageOf(venue.orders, query).map(shown),
    '/account/trades': (query) => pageOf(venue.fills, query).map((fill) => fillOf(fill, words)),
    '/getwithdrawals': (query) => transfersOf(venue, 'withdrawal', query),
    '/getdeposits': (query) => transfersOf(venue, 'deposit', query),
  };
  const answerTo = (call: VenueCall): unknown => {
    const path = call.path.replace(nonkycRoot, '');
    login(call);
    if (call.method === 'POST') return posts[path]?.(JSON.parse(call.body) as never);
    const [, name, last = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    if (name === '/getorder') {
      const order = find(last);
      if (order === undefined) throw new VenueRefusal('Order not found');
      return shown(order);
    }
    if (name === '/getdepositaddress')
      return { ticker: last, address: `deposit-${last}`, paymentid: '', network: last };
    if (name === '/market/getorderbookbysymbol') return bookOf(venue, last.replace('_', '/'));
    return gets[path]?.(call.query);
  };
  return {
    movesMoney: ({ path }) => /\/(createorder|createwithdrawal)$/.test(path),
    answer: (call) => {
      const body = answerTo(call);
      if (body === undefined) throw new VenueRefusal('Bad request');
      return { status: 200, body };
    },
    refuse: ({ message }) => ({
      status: 400,
      body: { error: { code: 20_001, message, description: message } },
    }),
  };
}

function marketOf(venue: StandInVenue, symbol: string) {
  const market = venue.markets.find((each) => nonkycSymbol(each) === symbol);
  if (market === undefined) throw new VenueRefusal('Market not found');
  return market;
}

function termsOf({ amountDecimals, priceDecimals, amountMin, valueMin }: StandInVenue['markets'][number]) {
  return {
    isActive: true,
    isPaused: false,
    quantityDecimals: amountDecimals,
    priceDecimals,
    minimumQuantity: formatAmount(amountMin),
    minQuote: formatAmount(valueMin),
  };
}

function bookOf(venue: StandInVenue, symbol: string) {
  const { bids, asks } = marketOf(venue, symbol);
  const levels = (offers: typeof bids) =>
    offers.map(([price, amount]) => ({
      price: formatAmount(price),
      numberprice: 1,
      quantity: formatAmount(amount),
    }));
  return { symbol, bids: levels(bids), asks: levels(asks) };
}

/** Cuts what has too many decimals, unless it is asked to refuse it. */
function cutTo(decimals: number, text: string, isStrict: boolean): bigint {
  const amount = parseAmount(text);
  const step = 10n ** BigInt(18 - decimals);
  if (isStrict && amount % step !== 0n) throw new VenueRefusal('Too many decimals');
  return amount - (amount % step);
}

function placeOrder(venue: StandInVenue, body: Readonly<Record<string, unknown>>): VenueOrder {
  const market = marketOf(venue, String(body['symbol']));
  const isStrict = body['strictValidate'] === true;
  if (body['type'] !== 'limit') throw new VenueRefusal('Bad request');
  return venue.place({
    id: String(body['userProvidedId']),
    market,
    side: body['side'] === 'sell' ? 'sell' : 'buy',
    amount: cutTo(market.amountDecimals, String(body['quantity']), isStrict),
    price: cutTo(market.priceDecimals, String(body['price']), isStrict),
    isFeeInQuote: true,
  });
}

function withdraw(venue: StandInVenue, body: Readonly<Record<string, string>>): unknown {
  const ticker = body['ticker'] ?? '';
  const [coin = '', name = coin] = ticker.split('-');
  const fee = venue.networks.find((each) => each.coin === coin && each.name === name)?.fee ?? 0n;
  const gross = parseAmount(body['quantity'] ?? '') + fee;
  const made = venue.withdraw({ id: '', coin, network: name, address: body['address'] ?? '', gross });
  return { id: made.exchangeId, ticker, status: 'Pending' };
}

function balancesOf(venue: StandInVenue, isActive: (order: VenueOrder) => boolean): unknown {
  return [...venue.balances].map(([asset, total]) => {
    const held = venue.orders
      .filter(
        (order) =>
          isActive(order) && (order.side === 'sell' ? order.market.base : order.market.quote) === asset,
      )
      .reduce((sum, { side, amount, filled, price }) => {
        const rest = amount - filled;
        return sum + (side === 'sell' ? rest : (rest * price) / 10n ** 18n);
      }, 0n);
    return { asset, available: formatAmount(total - held), pending: '0', held: formatAmount(held) };
  });
}

/** What came since a time, the newest first. */
function pageOf<T extends { readonly at: number }>(all: readonly T[], query: URLSearchParams): readonly T[] {
  const [since, skip, limit] = [query.get('since'), query.get('skip'), query.get('limit')].map(Number);
  const from = skip ?? 0;
  return all
    .filter(({ at }) => at > (since ?? 0))
    .toReversed()
    .slice(from, from + (limit ?? 500));
}

function orderOf({ exchangeId, id, market, side, amount, price, filled, at }: VenueOrder, isActive: boolean) {
  return {
    id: exchangeId,
    userProvidedId: id,
    market: { symbol: nonkycSymbol(market) },
    side,
    type: 'limit',
    price: formatAmount(price),
    quantity: formatAmount(amount),
    executedQuantity: formatAmount(filled),
    remainQuantity: formatAmount(amount - filled),
    status: filled === amount ? 'Filled' : isActive ? 'Active' : 'Cancelled',
    isActive,
    createdAt: at,
  };
}

function fillOf({ exchangeId, order, amount, price, fee, at }: VenueFill, words: NonkycWords): unknown {
  const value = (amount * price) / 10n ** 18n;
  return {
    id: exchangeId,
    market: { symbol: nonkycSymbol(order.market) },
    orderid: order.exchangeId,
    side: order.side === 'sell' ? 'Sell' : 'Buy',
    triggeredBy: order.side,
    price: formatAmount(price),
    quantity: formatAmount(amount),
    fee: formatAmount(fee),
    totalWithFee: words.totals ?? formatAmount(order.side === 'sell' ? value - fee : value + fee),
    alternateFeeAsset: null,
    alternateFee: null,
    ...words.alternate,
    createdAt: at,
  };
}

function transfersOf(venue: StandInVenue, kind: 'deposit' | 'withdrawal', query: URLSearchParams): unknown {
  const made = venue.transfers.filter((each) => each.kind === kind && each.coin === query.get('ticker'));
  return pageOf(made, query).map(({ exchangeId, coin, address, gross, fee, at, txid = '', ...rest }) => ({
    id: exchangeId,
    ticker: coin,
    address,
    paymentid: null,
    quantity: formatAmount(gross - fee),
    fee: formatAmount(fee),
    feecurrency: coin,
    status: rest.isFailed === true ? 'Cancelled' : rest.isDone === true ? 'Completed' : 'Pending',
    transactionid: txid,
    ...(kind === 'deposit'
      ? { isposted: rest.isDone === true, isreversed: false, firstseenat: at }
      : { issent: rest.isDone === true, requestedat: at }),
  }));
}
