import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  coins,
  printed,
  type StandInAccount,
  type StandInMarket,
  StandInRefusal,
  type StandInTransfer,
} from './stand-in-account.ts';

/** What Kraken calls what is traded here, where it is not our symbol. */
const assets: Readonly<Record<string, string>> = { LTC: 'XLTC', XMR: 'XXMR', USD: 'ZUSD', WBTC: 'WBTC' };
const assetOf = (coin: string): string => assets[coin] ?? coin;
const coinOf = (asset: string | null): string =>
  Object.keys(assets).find((coin) => assets[coin] === asset) ?? 'no coin';
const pairOf = ({ base, quote }: StandInMarket): string => `${assetOf(base)}${assetOf(quote)}`;

/** The keys of an account, each with the calls that it may make. */
const permitted = {
  watch: /^(BalanceEx|DepositAddresses|DepositStatus|WithdrawStatus)$/,
  trade: /^(BalanceEx|OpenOrders|ClosedOrders|TradesHistory|AddOrder)$/,
  withdraw: /^(BalanceEx|WithdrawInfo|Withdraw|WithdrawStatus|DepositStatus)$/,
} as const;
export type StandInKey = keyof typeof permitted;
const keys = Object.keys(permitted) as StandInKey[];
const secretOf = (key: StandInKey): string => Buffer.from(`secret of ${key}`).toString('base64');

/** What a file of a key holds. */
export function keyText(key: StandInKey): string {
  return `${key}\n${secretOf(key)}\n`;
}

/** What happens to a call that is named: whether it is done, and whether its answer is heard. */
interface StandInFault {
  readonly call: 'AddOrder' | 'WithdrawInfo' | 'Withdraw';
  readonly isDone: boolean;
  /** Happens before the connection is cut, and in the place of the answer. */
  readonly meanwhile?: () => Promise<unknown>;
}

interface Parts {
  readonly account: StandInAccount;
  readonly now: () => number;
  /** By coin. */
  readonly depositAddresses: ReadonlyMap<string, string>;
}

/**
 * A stand-in for Kraken, in a process of a rehearsal, over HTTP: signed calls with numbers that only rise, deadlines of orders, registered addresses. It
 * follows Kraken's documentation, which was never asked; its answers are written apart from those of the pool's own suites.
 */
export class StandInExchange {
  readonly account: StandInAccount;
  /** How often each call was made. */
  readonly calls = new Map<string, number>();
  /** Of the next call of its name. */
  fault: StandInFault | undefined;
  readonly #server: Server;
  readonly #parts: Parts;
  readonly #nonces = new Map<StandInKey, number>();

  private constructor(server: Server, parts: Parts) {
    this.#server = server;
    this.#parts = parts;
    this.account = parts.account;
  }

  static async start(parts: Parts): Promise<StandInExchange> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const exchange = new StandInExchange(server, parts);
    server.on('request', (request, response) => {
      exchange.#hear(request, response).catch(() => response.destroy());
    });
    return exchange;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url ?? '/', 'http://exchange');
    const name = url.pathname.split('/').at(-1) ?? '';
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1);
    const { fault } = this;
    if (fault?.call === name) {
      this.fault = undefined;
      if (fault.isDone) this.#answer(request, url, name, body);
      await fault.meanwhile?.();
      request.socket.destroy();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(this.#answer(request, url, name, body)));
  }

  #answer(request: IncomingMessage, url: URL, name: string, body: string): unknown {
    try {
      const isPublic = url.pathname.startsWith('/0/public/');
      if (isPublic) return { error: [], result: this.#public(name, url.searchParams) };
      const fields = new URLSearchParams(body);
      this.#login(request, url.pathname, name, body);
      return { error: [], result: this.#private(name, fields) };
    } catch (error) {
      if (error instanceof StandInRefusal) return { error: [error.message] };
      throw error;
    }
  }

  #login({ headers }: IncomingMessage, path: string, name: string, body: string): void {
    const key = keys.find((each) => each === headers['api-key']);
    if (key === undefined) throw new StandInRefusal('EAPI:Invalid key');
    const nonce = new URLSearchParams(body).get('nonce') ?? '';
    const hash = createHash('sha256').update(`${nonce}${body}`).digest();
    const signed = createHmac('sha512', Buffer.from(secretOf(key), 'base64')).update(
      Buffer.concat([Buffer.from(path), hash]),
    );
    if (headers['api-sign'] !== signed.digest('base64')) throw new StandInRefusal('EAPI:Invalid signature');
    if (!permitted[key].test(name)) throw new StandInRefusal('EGeneral:Permission denied');
    if (!(Number(nonce) > (this.#nonces.get(key) ?? 0))) throw new StandInRefusal('EAPI:Invalid nonce');
    this.#nonces.set(key, Number(nonce));
  }

  #public(name: string, query: URLSearchParams): unknown {
    const { markets } = this.account;
    if (name === 'AssetPairs')
      return Object.fromEntries(markets.map((market) => [pairOf(market), pairAnswer(market)]));
    const market = markets.find((each) => pairOf(each) === query.get('pair'));
    if (market === undefined) throw new StandInRefusal('EQuery:Unknown asset pair');
    if (name === 'Ticker') return { [pairOf(market)]: { v: ['1.0', '100000'] } };
    if (name !== 'Depth') throw new StandInRefusal('EGeneral:Unknown method');
    const level = (price: bigint) => [
      [printed(price), printed(market.offered), Math.floor(this.#parts.now() / 1000)],
    ];
    return { [pairOf(market)]: { bids: level(market.bid), asks: level(market.ask) } };
  }

  #private(name: string, fields: URLSearchParams): unknown {
    const { account } = this;
    switch (name) {
      case 'BalanceEx':
        return Object.fromEntries(
          [...account.balances].map(([coin, units]) => [
            assetOf(coin),
            { balance: printed(units), hold_trade: '0' },
          ]),
        );
      case 'DepositAddresses': {
        const address = this.#parts.depositAddresses.get(coinOf(fields.get('asset')));
        return address === undefined ? [] : [{ address, expiretm: '0', new: false }];
      }
      case 'DepositStatus':
        return this.#listed('deposit', fields);
      case 'WithdrawStatus':
        return this.#listed('withdrawal', fields);
      case 'WithdrawInfo': {
        const fee = account.registered.get(fields.get('key') ?? '')?.fee;
        if (fee === undefined) throw new StandInRefusal('EFunding:Unknown withdraw key');
        const amount = printed(coins(fields.get('amount') ?? '0') - fee);
        return { method: 'of its chain', limit: '100000', amount, fee: printed(fee) };
      }
      case 'Withdraw':
        return { refid: this.#withdraw(fields).id };
      case 'AddOrder':
        return { descr: { order: 'limit' }, txid: [this.#order(fields)] };
      case 'OpenOrders':
        return { open: {} };
      case 'ClosedOrders':
        return this.#closedOrders(fields);
      case 'TradesHistory':
        return this.#trades(fields);
      default:
        throw new StandInRefusal('EGeneral:Unknown method');
    }
  }

  #withdraw(fields: URLSearchParams): StandInTransfer {
    const name = fields.get('key') ?? '';
    const to = this.account.registered.get(name);
    if (to !== undefined && fields.has('address') && fields.get('address') !== to.address)
      throw new StandInRefusal('EFunding:Invalid withdrawal address');
    if (to !== undefined && coinOf(fields.get('asset')) !== to.coin)
      throw new StandInRefusal('EFunding:Unknown withdraw key');
    if (to !== undefined && to.fee > coins(fields.get('max_fee') ?? '0'))
      throw new StandInRefusal('EFunding:Max fee exceeded');
    return this.account.withdraw(name, coins(fields.get('amount') ?? '0'));
  }

  #order(fields: URLSearchParams): string {
    const market = this.account.markets.find((each) => pairOf(each) === fields.get('pair'));
    if (market === undefined) throw new StandInRefusal('EQuery:Unknown asset pair');
    if (!(this.#parts.now() <= Date.parse(fields.get('deadline') ?? '')))
      throw new StandInRefusal('EOrder:Deadline elapsed');
    if (fields.get('timeinforce') !== 'IOC' || fields.get('oflags') !== 'fciq')
      throw new StandInRefusal('EGeneral:Invalid arguments');
    const { id } = this.account.place({
      market,
      side: fields.get('type') === 'sell' ? 'sell' : 'buy',
      amount: coins(fields.get('volume') ?? '0'),
      price: coins(fields.get('price') ?? '0'),
      ours: fields.get('cl_ord_id') ?? '',
    });
    return id;
  }

  #closedOrders(fields: URLSearchParams): unknown {
    const since = Number(fields.get('start') ?? 0) * 1000;
    const found = this.account.orders.filter(
      ({ ours, at }) => ours === fields.get('cl_ord_id') && at > since,
    );
    const closed = found.map(({ id, ours, amount, filled }) => [
      id,
      {
        cl_ord_id: ours,
        status: filled === amount ? 'closed' : 'canceled',
        vol: printed(amount),
        vol_exec: printed(filled),
      },
    ]);
    return { closed: Object.fromEntries(closed) as unknown, count: found.length };
  }

  #trades(fields: URLSearchParams): unknown {
    const since = Number(fields.get('start') ?? 0) * 1000;
    const all = this.account.trades.filter(({ order }) => order.at > since).toReversed();
    const from = Number(fields.get('ofs') ?? 0);
    const page = all.slice(from, from + 50).map(({ id, order, amount, price, value, fee }) => [
      id,
      {
        ordertxid: order.id,
        pair: pairOf(order.market),
        time: order.at / 1000,
        type: order.side,
        price: printed(price),
        vol: printed(amount),
        cost: printed(value),
        fee: printed(fee),
      },
    ]);
    return { trades: Object.fromEntries(page) as unknown, count: all.length };
  }

  #listed(kind: StandInTransfer['kind'], fields: URLSearchParams): unknown {
    const coin = coinOf(fields.get('asset'));
    const [since, until] = [Number(fields.get('start')) * 1000, Number(fields.get('end')) * 1000];
    return this.account.transfers
      .filter((each) => each.kind === kind && each.coin === coin && each.at >= since && each.at <= until)
      .toReversed()
      .slice(0, Number(fields.get('limit')))
      .map(({ id, address, amount, fee, at, txid, isDone }) => ({
        method: 'of its chain',
        asset: fields.get('asset'),
        refid: id,
        txid,
        info: address,
        amount: printed(amount),
        fee: printed(fee),
        time: at / 1000,
        status: isDone ? 'Success' : 'Pending',
      }));
  }
}

function pairAnswer({ base, quote }: StandInMarket): unknown {
  return {
    altname: `${base}${quote}`,
    base: assetOf(base),
    quote: assetOf(quote),
    lot_decimals: 8,
    pair_decimals: 2,
    tick_size: '0.01',
    ordermin: base === 'WBTC' ? '0.0001' : '0.01',
    costmin: '1',
    status: 'online',
  };
}
