import { formatAmount, parseAmount } from '@openlode/money/amount';
import { signature } from '../kraken-client.ts';
import { coinOfAsset, krakenAsset, type KrakenNames, krakenNames } from '../kraken-names.ts';
import { type StandInVenue, type VenueMarket, type VenueOrder, VenueRefusal } from './stand-in-venue.ts';
import type { VenueCall, VenueFace } from './venue-server.ts';

export const krakenLogin = { apiKey: 'key', secret: Buffer.from('secret of kraken').toString('base64') };

/** A page of trades or orders has this many. */
const pageSize = 50;

/** The venue's names of its addresses, which are registered before anything is withdrawn. */
export type RegisteredAddresses = Readonly<
  Record<
    string,
    {
      readonly network: string;
      readonly address: string;
      readonly memo?: string;
      readonly isVerified?: false;
    }
  >
>;

/** What comes in from outside, by the venue's own name of the coin. */
export type TakenAssets = Readonly<
  Record<
    string,
    {
      /** Under which balances stand, where that is another name. */
      readonly key?: string;
      readonly status?: string;
      readonly methods: readonly string[];
      readonly addresses: readonly {
        readonly address: string;
        readonly memo?: string;
        readonly expiretm?: string;
      }[];
    }
  >
>;

/** What it does otherwise. */
interface KrakenWords {
  /** It answers every order, whatever id it was asked for. */
  readonly ids?: boolean;
  /** Its lists of transfers are behind by one. */
  readonly newest?: boolean;
  /** What it calls coins; those of our table where it is left out. */
  readonly names?: KrakenNames;
  readonly taken?: TakenAssets;
}

/**
 * Stands in for Kraken: signed calls with numbers that only rise, deadlines, an own id on orders, none on withdrawals, which go to registered
 * addresses. From Kraken's documentation; Kraken itself was never asked.
 */
export function krakenFace(
  venue: StandInVenue,
  addresses: RegisteredAddresses,
  now: () => number,
  ignores: KrakenWords = {},
): VenueFace {
  const { names = krakenNames, taken } = ignores;
  let nonce = 0;

  function login(call: VenueCall, fields: URLSearchParams): void {
    const sign = signature(call.path, fields.get('nonce') ?? '', call.body, krakenLogin.secret);
    if (call.headers['api-key'] !== krakenLogin.apiKey || call.headers['api-sign'] !== sign)
      throw new VenueRefusal('EAPI:Invalid signature');
    const given = Number(fields.get('nonce'));
    if (given <= nonce) throw new VenueRefusal('EAPI:Invalid nonce');
    nonce = given;
  }

  const privateCalls: Readonly<Record<string, (fields: URLSearchParams) => unknown>> = {
    BalanceEx: () =>
      Object.fromEntries(
        [...venue.balances].map(([coin, units]) => [
          names.assetOf(coin),
          { balance: formatAmount(units), hold_trade: '0.0' },
        ]),
      ),
    AddOrder: (fields) => {
      const deadline = Date.parse(fields.get('deadline') ?? '');
      if (!(now() <= deadline)) throw new VenueRefusal('EOrder:Deadline elapsed');
      const market = marketOf(venue, fields.get('pair'));
      const order = venue.place({
        id: fields.get('cl_ord_id') ?? '',
        market,
        side: fields.get('type') === 'sell' ? 'sell' : 'buy',
        amount: parseAmount(fields.get('volume') ?? ''),
        price: parseAmount(fields.get('price') ?? ''),
        isFeeInQuote: fields.get('oflags') === 'fciq',
      });
      return { descr: { order: 'limit' }, txid: [order.exchangeId] };
    },
    OpenOrders: () => ({ open: {} }),
    ClosedOrders: (fields) => {
      const since = Number(fields.get('start') ?? 0) * 1000;
      const found = venue.orders.filter(
        ({ id, at }) => at > since && (ignores.ids === true || id === fields.get('cl_ord_id')),
      );
      return {
        closed: Object.fromEntries(found.toReversed().slice(0, pageSize).map(orderOf)),
        count: found.length,
      };
    },
    TradesHistory: (fields) => {
      const since = Number(fields.get('start')) * 1000;
      const all = venue.fills.filter(({ at }) => at > since).toReversed();
      const from = Number(fields.get('ofs'));
      const page = all.slice(from, from + pageSize).map(({ exchangeId, order, amount, price, fee, at }) => [
        exchangeId,
        {
          ordertxid: order.exchangeId,
          pair: pairOf(order.market),
          time: at / 1000,
          type: order.side,
          price: formatAmount(price),
          vol: formatAmount(amount),
          cost: formatAmount((amount * price) / 10n ** 18n),
          fee: formatAmount(fee),
        },
      ]);
      return { trades: Object.fromEntries(page), count: all.length };
    },
    ...takenCalls(taken, now),
    WithdrawAddresses: (fields) => registeredIn(addresses, fields),
    WithdrawInfo: (fields) => {
      const { coin, network, amount } = withdrawalOf(fields);
      const fee = venue.networks.find((each) => each.coin === coin && each.name === network)?.fee ?? 0n;
      return { method: network, limit: '1000', amount: formatAmount(amount - fee), fee: formatAmount(fee) };
    },
    Withdraw: (fields) => {
      const { coin, network, amount, address } = withdrawalOf(fields);
      const fee = venue.networks.find((each) => each.coin === coin && each.name === network)?.fee ?? 0n;
      if (fee > parseAmount(fields.get('max_fee') ?? '')) throw new VenueRefusal('EFunding:Max fee exceeded');
      return { refid: venue.withdraw({ id: '', coin, network, address, gross: amount }).exchangeId };
    },
    WithdrawStatus: (fields) => transfersOf(fields, 'withdrawal'),
    DepositStatus: (fields) => transfersOf(fields, 'deposit'),
  };

  function withdrawalOf(fields: URLSearchParams) {
    const registered = addresses[fields.get('key') ?? ''];
    const coin = coinOfAsset(fields.get('asset'));
    if (registered === undefined || coin === undefined)
      throw new VenueRefusal('EFunding:Unknown withdraw key');
    if (fields.has('address') && fields.get('address') !== registered.address)
      throw new VenueRefusal('EFunding:Invalid withdrawal address');
    return { ...registered, coin, amount: parseAmount(fields.get('amount') ?? '') };
  }

  function transfersOf(fields: URLSearchParams, kind: 'deposit' | 'withdrawal'): unknown {
    const coin = names.coinOf(fields.get('asset'));
    const [since, until] = [Number(fields.get('start')) * 1000, Number(fields.get('end')) * 1000];
    return venue.transfers
      .slice(0, ignores.newest === true ? -1 : undefined)
      .filter((each) => each.kind === kind && each.coin === coin && each.at >= since && each.at <= until)
      .toReversed()
      .slice(0, Number(fields.get('limit') ?? (kind === 'deposit' ? 25 : 500)))
      .map(({ exchangeId, network, address, gross, fee, at, txid = '', isDone, isFailed }) => ({
        method: network,
        asset: fields.get('asset'),
        refid: exchangeId,
        txid,
        info: address,
        amount: formatAmount(gross - fee),
        fee: formatAmount(fee),
        time: at / 1000,
        status: isFailed === true ? 'Failure' : isDone === true ? 'Success' : 'Pending',
      }));
  }

  return {
    movesMoney: ({ path }) => /\/(AddOrder|Withdraw)$/.test(path),
    answer: (call) => {
      const name = call.path.split('/').at(-1) ?? '';
      if (name === 'Assets') return ok(assetsAnswer(taken, call.query.get('asset')));
      if (call.path.startsWith('/0/public/')) return ok(publicAnswer(venue, name, call.query, now));
      const fields = new URLSearchParams(call.body);
      login(call, fields);
      const does = privateCalls[name];
      if (does === undefined) throw new VenueRefusal('EGeneral:Unknown method');
      return ok(does(fields));
    },
    refuse: ({ message }) => ({
      status: 200,
      body: { error: [message.startsWith('E') ? message : `EOrder:${message}`] },
    }),
  };
}

/** Its private calls of what comes in. */
function takenCalls(
  taken: TakenAssets | undefined,
  now: () => number,
): Readonly<Record<string, (fields: URLSearchParams) => unknown>> {
  const assetOf = (fields: URLSearchParams) => takenAsset(taken, fields.get('asset'), 'EFunding');
  return {
    DepositMethods: (fields) =>
      assetOf(fields).methods.map((method) => ({ method, limit: false, 'gen-address': true, minimum: '1' })),
    DepositAddresses: (fields) =>
      taken === undefined
        ? depositAddresses(fields, now())
        : assetOf(fields).addresses.map((each) => ({ expiretm: '0', ...each })),
  };
}

function takenAsset(taken: TakenAssets = {}, asset: string | null, area: string): TakenAssets[string] {
  const found = taken[asset ?? ''];
  if (found === undefined) throw new VenueRefusal(`${area}:Unknown asset`);
  return found;
}

function assetsAnswer(taken: TakenAssets | undefined, asset: string | null): unknown {
  const { key = asset ?? '', status = 'enabled' } = takenAsset(taken, asset, 'EQuery');
  return { [key]: { aclass: 'currency', altname: asset, decimals: 10, display_decimals: 5, status } };
}

function depositAddresses(fields: URLSearchParams, now: number): unknown {
  return [
    { address: 'deposit-expired', expiretm: String(now / 1000 - 1) },
    { address: `deposit-${fields.get('asset')}-${fields.get('method')}`, expiretm: '0', new: true },
  ];
}

function registeredIn(addresses: RegisteredAddresses, fields: URLSearchParams): unknown {
  const [asset, method] = [fields.get('asset'), fields.get('method')];
  return Object.entries(addresses).flatMap(([key, { network, address, memo, isVerified = true }]) =>
    network === method
      ? [{ asset, method, key, address, verified: isVerified, ...(memo !== undefined && { memo }) }]
      : [],
  );
}

function ok(result: unknown) {
  return { status: 200, body: { error: [], result } };
}

function publicAnswer(venue: StandInVenue, name: string, query: URLSearchParams, now: () => number): unknown {
  if (name === 'AssetPairs')
    return Object.fromEntries(
      venue.markets.map((market) => [
        pairOf(market),
        {
          altname: pairOf(market),
          base: krakenAsset(market.base),
          quote: krakenAsset(market.quote),
          lot_decimals: market.amountDecimals,
          pair_decimals: market.priceDecimals,
          tick_size: formatAmount(10n ** BigInt(18 - market.priceDecimals)),
          ordermin: formatAmount(market.amountMin),
          costmin: formatAmount(market.valueMin),
          status: 'online',
        },
      ]),
    );
  if (name === 'Ticker') {
    const market = marketOf(venue, query.get('pair'));
    return { [pairOf(market)]: { v: ['1.0', formatAmount(venue.dayVolume)] } };
  }
  if (name !== 'Depth') throw new VenueRefusal('EGeneral:Unknown method');
  const market = marketOf(venue, query.get('pair'));
  const levels = (offers: VenueMarket['bids']) =>
    offers.map(([price, amount]) => [formatAmount(price), formatAmount(amount), Math.floor(now() / 1000)]);
  return { [pairOf(market)]: { bids: levels(market.bids), asks: levels(market.asks) } };
}

function pairOf({ base, quote }: VenueMarket): string {
  return `${krakenAsset(base)}${krakenAsset(quote)}`;
}

function marketOf(venue: StandInVenue, pair: string | null): VenueMarket {
  const market = venue.markets.find((each) => pairOf(each) === pair);
  if (market === undefined) throw new VenueRefusal('EQuery:Unknown asset pair');
  return market;
}

function orderOf({ exchangeId, id, filled, amount }: VenueOrder): [string, unknown] {
  const status = filled === amount ? 'closed' : 'canceled';
  return [exchangeId, { cl_ord_id: id, status, vol: formatAmount(amount), vol_exec: formatAmount(filled) }];
}
