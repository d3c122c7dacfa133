import { formatAmount } from '@openlode/money/amount';
import { type StandInVenue, type VenueMarket, type VenueOrder, VenueRefusal } from './stand-in-venue.ts';

/** How long the span of a list may be, s. */
const spanMax = 2_592_000;

/** A refusal with the label that Gate has for it. */
export class LabelledRefusal extends VenueRefusal {
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
  /** Coins of which nothing comes in now, and those that it has given up. */
  readonly closed?: readonly string[];
  readonly delisted?: readonly string[];
  /** What has to stand beside its addresses. */
  readonly memo?: string;
}

/** The venue that is stood in for, and what it says otherwise. */
export interface Gate {
  readonly venue: StandInVenue;
  readonly words: GateWords;
}

/** Its calls that anyone may make; undefined for any other. */
export function publicAnswer({ venue, words }: Gate, path: string, query: URLSearchParams): unknown {
  switch (path) {
    case '/spot/currencies':
      return coinsOf(venue).map((currency) => ({
        currency,
        name: currency,
        delisted: words.delisted?.includes(currency) === true,
        withdraw_disabled: false,
        deposit_disabled: false,
        trade_disabled: false,
        chain: networksOf(venue, currency)[0]?.name ?? currency,
        chains: networksOf(venue, currency).map(({ name }) => ({
          name,
          addr: '',
          withdraw_disabled: false,
          deposit_disabled: words.closed?.includes(currency) === true,
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

/** Its calls that are signed and change nothing. */
export function gateReads({
  venue,
  words,
}: Gate): Readonly<Record<string, (query: URLSearchParams) => unknown>> {
  return {
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
          payment_id: words.memo ?? '',
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
    '/wallet/withdrawals': (query) => transfersOf({ venue, words }, query, 'withdrawal'),
    '/wallet/deposits': (query) => transfersOf({ venue, words }, query, 'deposit'),
  };
}

function transfersOf(
  { venue, words }: Gate,
  query: URLSearchParams,
  kind: 'deposit' | 'withdrawal',
): unknown {
  const asked = query.get('currency');
  const called = (coin: string) => (words.filtersWords === true ? (words[kind]?.[coin] ?? coin) : coin);
  return venue.transfers
    .filter(
      (each) =>
        each.kind === kind && (asked === null || called(each.coin) === asked) && isWithin(query, each.at),
    )
    .map(({ exchangeId, id, coin, network, address, gross, fee, at, txid = '', isDone, isFailed }) => ({
      id: `${kind === 'deposit' ? 'd' : 'w'}${exchangeId}`,
      currency: words[kind]?.[coin] ?? coin,
      address,
      // What was asked for, the fee included.
      amount: formatAmount(gross),
      fee: formatAmount(fee),
      chain: network,
      memo: '',
      status: words.status ?? (isFailed === true ? 'CANCEL' : isDone === true ? 'DONE' : 'REQUEST'),
      ...(words.block !== undefined && { block_number: words.block }),
      ...(words.block === undefined && isDone === true && { block_number: '1234567' }),
      txid,
      timestamp: String(Math.floor(at / 1000)),
      withdraw_order_id: id,
    }))
    .toReversed()
    .slice(0, Number(query.get('limit') ?? 100));
}

export function orderOf({ exchangeId, id, market, side, amount, price, filled, at }: VenueOrder): unknown {
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

export function marketOf(venue: StandInVenue, pair: string | undefined): VenueMarket {
  const market = venue.markets.find((each) => pairOf(each) === pair);
  if (market === undefined) throw new LabelledRefusal('INVALID_CURRENCY_PAIR');
  return market;
}
