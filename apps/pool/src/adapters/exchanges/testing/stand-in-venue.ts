import { formatAmount } from '@openlode/money/amount';

const unit = 10n ** 18n;

export interface VenueOrder {
  readonly exchangeId: string;
  readonly id: string;
  readonly market: VenueMarket;
  readonly side: 'sell' | 'buy';
  readonly amount: bigint;
  readonly price: bigint;
  readonly filled: bigint;
  readonly at: number;
  /** Of the quote on both sides, and not of what is got. */
  readonly isFeeInQuote?: boolean;
}

export interface VenueFill {
  readonly exchangeId: string;
  readonly order: VenueOrder;
  readonly amount: bigint;
  readonly price: bigint;
  readonly fee: bigint;
  readonly feeCoin: string;
  readonly at: number;
}

export interface VenueMarket {
  readonly base: string;
  readonly quote: string;
  readonly amountDecimals: number;
  readonly priceDecimals: number;
  readonly amountMin: bigint;
  readonly valueMin: bigint;
  /** Offers that never run out: price and amount of each order that meets them. */
  readonly bids: readonly (readonly [price: bigint, amount: bigint])[];
  readonly asks: readonly (readonly [price: bigint, amount: bigint])[];
}

export interface VenueNetwork {
  readonly coin: string;
  /** As the venue calls it. */
  readonly name: string;
  readonly fee: bigint;
  readonly amountMin: bigint;
}

export interface VenueTransfer {
  readonly exchangeId: string;
  readonly id: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** With the fee. */
  readonly gross: bigint;
  readonly fee: bigint;
  readonly at: number;
  readonly kind: 'deposit' | 'withdrawal';
  /** What it names; left out where it names none. */
  readonly txid?: string;
  /** Whether it says that it is over. */
  readonly isDone?: boolean;
  /** Whether it has given it up. */
  readonly isFailed?: boolean;
}

/** Why a venue takes no request. */
export class VenueRefusal extends Error {
  override readonly name = 'VenueRefusal';
}

/** Trading fee: two thousandths of what is got, or of what is paid for it in the quote. */
const feeOf = (got: bigint): bigint => got / 500n;

/** What a stand-in for a venue keeps: balances, orders, fills and transfers. How it is spoken to is the matter of its faces. */
export class StandInVenue {
  readonly balances = new Map<string, bigint>();
  readonly orders: VenueOrder[] = [];
  readonly fills: VenueFill[] = [];
  readonly transfers: VenueTransfer[] = [];
  readonly markets: readonly VenueMarket[];
  readonly networks: readonly VenueNetwork[];
  /** Of the base, of every market. */
  dayVolume = 100_000n * 10n ** 18n;
  readonly #now: () => number;
  #last = 1000;

  constructor(now: () => number, markets: readonly VenueMarket[], networks: readonly VenueNetwork[]) {
    this.#now = now;
    this.markets = markets;
    this.networks = networks;
  }

  /** An order that fills at once as far as offers reach. It may be sent twice under one id: venues promise nothing else. */
  place(order: Omit<VenueOrder, 'exchangeId' | 'filled' | 'at'>): VenueOrder {
    const { market, side, amount, price } = order;
    const give = side === 'sell' ? market.base : market.quote;
    const paid = (amount * price) / unit;
    const cost = side === 'sell' ? amount : paid + (order.isFeeInQuote === true ? feeOf(paid) : 0n);
    if (amount < market.amountMin || (amount * price) / unit < market.valueMin)
      throw new VenueRefusal('too small');
    if ((this.balances.get(give) ?? 0n) < cost) throw new VenueRefusal('not enough balance');
    const at = this.#now();
    const exchangeId = this.#next();
    const parts: { readonly amount: bigint; readonly price: bigint }[] = [];
    let left = amount;
    for (const [offered, size] of side === 'sell' ? market.bids : market.asks) {
      if (left === 0n || (side === 'sell' ? offered < price : offered > price)) break;
      const taken = left < size ? left : size;
      parts.push({ amount: taken, price: offered });
      left -= taken;
    }
    const placed = { ...order, exchangeId, filled: amount - left, at };
    this.orders.push(placed);
    for (const part of parts) this.#fill(placed, part);
    return placed;
  }

  withdraw(request: Omit<VenueTransfer, 'exchangeId' | 'fee' | 'at' | 'kind'>): VenueTransfer {
    const network = this.networks.find(({ coin, name }) => coin === request.coin && name === request.network);
    if (network === undefined) throw new VenueRefusal('no such network');
    if (request.gross - network.fee < network.amountMin) throw new VenueRefusal('too small');
    this.#move(request.coin, -request.gross);
    const made: VenueTransfer = {
      ...request,
      exchangeId: this.#next(),
      fee: network.fee,
      at: this.#now(),
      kind: 'withdrawal',
    };
    this.transfers.push(made);
    return made;
  }

  /** Sends what it has taken, and names each, or gives it up and has it again. */
  deliver(isGivenUp: (transfer: VenueTransfer) => boolean = () => false): void {
    for (const [at, each] of this.transfers.entries()) {
      if (each.kind !== 'withdrawal' || each.isDone === true || each.isFailed === true) continue;
      const isFailed = isGivenUp(each);
      if (isFailed) this.#move(each.coin, each.gross);
      this.transfers[at] = isFailed
        ? { ...each, isFailed }
        : { ...each, isDone: true, txid: `tx${each.exchangeId}` };
    }
  }

  /** Coins that came in. */
  deposit(
    coin: string,
    network: string,
    amount: bigint,
    named: Pick<VenueTransfer, 'txid' | 'isDone'> = {},
  ): VenueTransfer {
    this.#move(coin, amount);
    const rest = {
      id: '',
      coin,
      network,
      address: `deposit-${coin}`,
      gross: amount,
      fee: 0n,
      ...named,
    } as const;
    const made: VenueTransfer = { ...rest, exchangeId: this.#next(), at: this.#now(), kind: 'deposit' };
    this.transfers.push(made);
    return made;
  }

  #fill(order: VenueOrder, { amount, price }: { readonly amount: bigint; readonly price: bigint }): void {
    const { base, quote } = order.market;
    const value = (amount * price) / unit;
    const [given, got] = order.side === 'sell' ? [amount, value] : [value, amount];
    const [giveCoin, gotCoin] = order.side === 'sell' ? [base, quote] : [quote, base];
    const [fee, feeCoin] = order.isFeeInQuote === true ? [feeOf(value), quote] : [feeOf(got), gotCoin];
    this.#move(giveCoin, -given);
    this.#move(gotCoin, got);
    this.#move(feeCoin, -fee);
    this.fills.push({ exchangeId: this.#next(), order, amount, price, fee, feeCoin, at: this.#now() });
  }

  #move(coin: string, amount: bigint): void {
    const balance = (this.balances.get(coin) ?? 0n) + amount;
    if (balance < 0n) throw new VenueRefusal(`not enough balance: ${formatAmount(balance)} ${coin}`);
    this.balances.set(coin, balance);
  }

  #next(): string {
    this.#last += 1;
    return String(this.#last);
  }
}
