import { createHash, createHmac } from 'node:crypto';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import { type StandInVenue, type VenueMarket, type VenueOrder, VenueRefusal } from './stand-in-venue.ts';
import type { VenueCall, VenueFace } from './venue-server.ts';

export const gateLogin = { apiKey: 'key', secret: 'secret of gate' };

/** How old a signed call may be, ms. */
const windowMs = 60_000;

/** For how long an order that has ended is found by the id that it was given, ms. */
const idsMs = 3_600_000;

/** How long the span of a list may be, s. */
const spanMax = 2_592_000;

/** A refusal with the label that Gate has for it. */
class LabelledRefusal extends VenueRefusal {
  readonly label: string;
  readonly status: number;

  constructor(label: string, status = 400) {
    super(label);
    this.label = label;
    this.status = status;
  }
}

/** What it says in place of what it usually does. */
export interface GateWords {
  /** What its lists of transfers call a coin. */
  readonly deposit?: Readonly<Record<string, string>>;
  readonly withdrawal?: Readonly<Record<string, string>>;
  /** Whether it filters a list by what it calls the coin there, and not by the coin. */
  readonly filtersWords?: boolean;
  /** What it calls the state of a transfer, and the number of its block. */
  readonly status?: string;
  readonly block?: string | undefined;
  /** The share of an amount that a withdrawal costs. */
  readonly share?: string;
}

/**
 * Stands in for Gate's calls of version 4: signed with a time that may be a minute old, an own id on orders and on withdrawals, and a network
 * that the venue chooses where none is named. From its documentation; Gate itself was never asked.
 */
export function gateFace(venue: StandInVenue, now: () => number, words: GateWords = {}): VenueFace {
  function login({ method, path, query, headers, body }: VenueCall): void {
    const at = Number(headers['timestamp']);
    if (!(Math.abs(now() / 1000 - at) <= windowMs / 1000)) throw new LabelledRefusal('REQUEST_EXPIRED', 403);
    const hash = createHash('sha512').update(body).digest('hex');
    const text = [
      method,
      path,
      decodeURIComponent(query.toString()),
      hash,
      String(headers['timestamp']),
    ].join('\n');
    const sign = createHmac('sha512', gateLogin.secret).update(text).digest('hex');
    if (headers['key'] !== gateLogin.apiKey || headers['sign'] !== sign)
      throw new LabelledRefusal('INVALID_SIGNATURE', 401);
  }

  function place(body: Readonly<Record<string, string>>): unknown {
    if (body['type'] !== 'limit' || body['time_in_force'] !== 'ioc')
      throw new LabelledRefusal('INVALID_PARAM_VALUE');
    return orderOf(
      venue.place({
        id: body['text'] ?? '',
        market: marketOf(venue, body['currency_pair']),
        side: body['side'] === 'sell' ? 'sell' : 'buy',
        amount: parseAmount(body['amount'] ?? ''),
        price: parseAmount(body['price'] ?? ''),
      }),
    );
  }

  function withdraw(body: Readonly<Record<string, string>>): unknown {
    const coin = body['currency'] ?? '';
    // Without a network the venue takes its own default, which for a token may be the wrong one.
    const network = body['chain'] ?? venue.networks.find((each) => each.coin === coin)?.name ?? '';
    const made = venue.withdraw({
      id: body['withdraw_order_id'] ?? '',
      coin,
      network,
      address: body['address'] ?? '',
      gross: parseAmount(body['amount'] ?? ''),
    });
    return {
      id: `w${made.exchangeId}`,
      currency: coin,
      amount: body['amount'],
      address: made.address,
      memo: null,
    };
  }

  const posts: Readonly<Record<string, (body: Readonly<Record<string, string>>) => unknown>> = {
    '/spot/orders': place,
    '/withdrawals': withdraw,
  };
  const gets: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/account/detail': () => ({ user_id: 1, key: { mode: 1 } }),
    '/spot/accounts': () =>
      [...venue.balances].map(([currency, units]) => ({
        currency,
        available: formatAmount(units),
        locked: '0',
      })),
    '/spot/orders': (query) =>
      venue.orders
        .filter(({ market, at }) => pairOf(market) === query.get('currency_pair') && isWithin(query, at))
        .map(orderOf)
        .toReversed()
        .slice(0, Number(query.get('limit') ?? 100)),
    '/spot/my_trades': (query) =>
      venue.fills
        .filter(({ order, at }) => pairOf(order.market) === query.get('currency_pair') && isWithin(query, at))
        .map(({ exchangeId, order, amount, price, fee, feeCoin, at }) => ({
          id: exchangeId,
          create_time: String(Math.floor(at / 1000)),
          create_time_ms: `${at}.000000`,
          currency_pair: pairOf(order.market),
          side: order.side,
          role: 'taker',
          amount: formatAmount(amount),
          price: formatAmount(price),
          order_id: order.exchangeId,
          fee: formatAmount(fee),
          fee_currency: feeCoin,
          point_fee: '0',
          gt_fee: '0',
        }))
        .toReversed()
        .slice(0, Number(query.get('limit') ?? 100)),
    '/wallet/deposit_address': (query) => {
      const currency = query.get('currency') ?? '';
      const chains = venue.networks.filter(({ coin }) => coin === currency);
      return {
        currency,
        address: `deposit-${currency}`,
        multichain_addresses: chains.map(({ name }) => ({
          chain: name,
          address: `deposit-${currency}-${name}`,
          payment_id: '',
          obtain_failed: 0,
        })),
      };
    },
    '/wallet/withdraw_status': () =>
      coinsOf(venue).map((coin) => ({
        currency: coin,
        deposit: '0',
        withdraw_percent: words.share ?? '0%',
        withdraw_fix: '0',
        withdraw_amount_mini: formatAmount(networksOf(venue, coin)[0]?.amountMin ?? 0n),
        withdraw_fix_on_chains: Object.fromEntries(
          networksOf(venue, coin).map(({ name, fee }) => [name, formatAmount(fee)]),
        ),
      })),
    '/wallet/withdrawals': (query) => transfersOf(query, 'withdrawal'),
    '/wallet/deposits': (query) => transfersOf(query, 'deposit'),
  };

  function transfersOf(query: URLSearchParams, kind: 'deposit' | 'withdrawal'): unknown {
    const asked = query.get('currency');
    const called = (coin: string) => (words.filtersWords === true ? (words[kind]?.[coin] ?? coin) : coin);
    return venue.transfers
      .filter(
        (each) =>
          each.kind === kind && (asked === null || called(each.coin) === asked) && isWithin(query, each.at),
      )
      .map(({ exchangeId, id, coin, network, address, gross, fee, at }) => ({
        id: `${kind === 'deposit' ? 'd' : 'w'}${exchangeId}`,
        currency: words[kind]?.[coin] ?? coin,
        address,
        // What was asked for, the fee included.
        amount: formatAmount(gross),
        fee: formatAmount(fee),
        chain: network,
        memo: '',
        status: words.status ?? 'REQUEST',
        ...(words.block === undefined ? {} : { block_number: words.block }),
        txid: '',
        timestamp: String(Math.floor(at / 1000)),
        withdraw_order_id: id,
      }))
      .toReversed()
      .slice(0, Number(query.get('limit') ?? 100));
  }

  return {
    movesMoney: ({ method }) => method === 'POST',
    answer: (call) => {
      const path = call.path.replace('/api/v4', '');
      const open = publicAnswer(venue, path, call.query);
      if (open !== undefined) return { status: 200, body: open };
      login(call);
      const order = /^\/spot\/orders\/(.+)$/.exec(path)?.[1];
      if (call.method === 'GET' && order !== undefined)
        return { status: 200, body: lookUp(venue, order, now()) };
      const does =
        call.method === 'POST' ? posts[path]?.(JSON.parse(call.body) as never) : gets[path]?.(call.query);
      if (does === undefined) throw new LabelledRefusal('NOT_FOUND', 404);
      return { status: call.method === 'POST' ? 201 : 200, body: does };
    },
    refuse: (refusal) => ({
      status: refusal instanceof LabelledRefusal ? refusal.status : 400,
      body: {
        label: refusal instanceof LabelledRefusal ? refusal.label : 'BALANCE_NOT_ENOUGH',
        message: refusal.message,
      },
    }),
  };
}

function publicAnswer(venue: StandInVenue, path: string, query: URLSearchParams): unknown {
  switch (path) {
    case '/spot/currencies':
      return coinsOf(venue).map((currency) => ({
        currency,
        name: currency,
        delisted: false,
        withdraw_disabled: false,
        deposit_disabled: false,
        trade_disabled: false,
        chain: networksOf(venue, currency)[0]?.name ?? currency,
        chains: networksOf(venue, currency).map(({ name }) => ({
          name,
          addr: '',
          withdraw_disabled: false,
          deposit_disabled: false,
        })),
      }));
    case '/margin/currency_pairs':
      return [];
    case '/spot/currency_pairs':
      return venue.markets.map((market) => ({
        id: pairOf(market),
        base: market.base,
        quote: market.quote,
        fee: '0.2',
        min_base_amount: formatAmount(market.amountMin),
        min_quote_amount: formatAmount(market.valueMin),
        amount_precision: market.amountDecimals,
        precision: market.priceDecimals,
        trade_status: 'tradable',
        sell_start: 0,
        buy_start: 0,
        type: 'normal',
      }));
    case '/spot/order_book': {
      const market = marketOf(venue, query.get('currency_pair') ?? '');
      const levels = (offers: VenueMarket['bids']) =>
        offers.map(([price, amount]) => [formatAmount(price), formatAmount(amount)]);
      return { id: 1, current: 0, update: 0, bids: levels(market.bids), asks: levels(market.asks) };
    }
    default:
      return undefined;
  }
}

function lookUp(venue: StandInVenue, named: string, now: number): unknown {
  const order = venue.orders.find(
    ({ exchangeId, id, at }) => exchangeId === named || (id === named && now - at <= idsMs),
  );
  if (order === undefined) throw new LabelledRefusal('ORDER_NOT_FOUND', 404);
  return orderOf(order);
}

function orderOf({ exchangeId, id, market, side, amount, price, filled, at }: VenueOrder): unknown {
  return {
    id: exchangeId,
    text: id,
    currency_pair: pairOf(market),
    type: 'limit',
    account: 'spot',
    side,
    amount: formatAmount(amount),
    price: formatAmount(price),
    time_in_force: 'ioc',
    left: formatAmount(amount - filled),
    filled_total: '0',
    fee: '0',
    fee_currency: market.quote,
    create_time: String(Math.floor(at / 1000)),
    create_time_ms: at,
    update_time: String(Math.floor(at / 1000)),
    update_time_ms: at,
    status: filled === amount ? 'closed' : 'cancelled',
    finish_as: filled === amount ? 'filled' : 'ioc',
  };
}

/** Whether an instant is in the span of a list, which may be thirty days. */
function isWithin(query: URLSearchParams, at: number): boolean {
  const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Number.POSITIVE_INFINITY)];
  if (to - from > spanMax) throw new LabelledRefusal('INVALID_PARAM_VALUE');
  return at >= from * 1000 && at <= to * 1000;
}

function coinsOf(venue: StandInVenue): readonly string[] {
  return [...venue.balances.keys()];
}

function networksOf(venue: StandInVenue, coin: string) {
  return venue.networks.filter((each) => each.coin === coin);
}

function pairOf({ base, quote }: VenueMarket): string {
  return `${base}_${quote}`;
}

function marketOf(venue: StandInVenue, pair: string | undefined): VenueMarket {
  const market = venue.markets.find((each) => pairOf(each) === pair);
  if (market === undefined) throw new LabelledRefusal('INVALID_CURRENCY_PAIR');
  return market;
}
