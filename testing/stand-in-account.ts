import { formatAmount, parseAmount } from '@openlode/money/amount';

const unit = 10n ** 18n;

/** Why the stand-in does nothing: Kraken's words for it. */
export class StandInRefusal extends Error {
  override readonly name = 'StandInRefusal';
}

/** Offers that never run out. All amounts of these files are in units of 10^-18. */
export interface StandInMarket {
  readonly base: string;
  readonly quote: string;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly offered: bigint;
}

interface StandInOrder {
  readonly id: string;
  /** The pool's id of it. */
  readonly ours: string;
  readonly market: StandInMarket;
  readonly side: 'sell' | 'buy';
  readonly amount: bigint;
  readonly filled: bigint;
  readonly at: number;
}

interface StandInTrade {
  readonly id: string;
  readonly order: StandInOrder;
  readonly amount: bigint;
  readonly price: bigint;
  /** In the quote, as is `fee`. */
  readonly value: bigint;
  readonly fee: bigint;
}

/** What came in or went out. */
export interface StandInTransfer {
  readonly id: string;
  readonly kind: 'deposit' | 'withdrawal';
  readonly coin: string;
  readonly address: string;
  /** What arrives; the fee is beside it. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly at: number;
  txid: string;
  isDone: boolean;
}

/** A registered address, by the name that the exchange has for it. */
interface Registered {
  readonly coin: string;
  readonly address: string;
  readonly fee: bigint;
}

/** The account of the pool at a stand-in for an exchange: what it has, orders that fill at once, and what came in and went out. */
export class StandInAccount {
  readonly balances = new Map<string, bigint>();
  readonly orders: StandInOrder[] = [];
  readonly trades: StandInTrade[] = [];
  readonly transfers: StandInTransfer[] = [];
  readonly registered = new Map<string, Registered>();
  readonly markets: readonly StandInMarket[];
  readonly #now: () => number;
  #last = 0;

  constructor(now: () => number, markets: readonly StandInMarket[]) {
    this.#now = now;
    this.markets = markets;
  }

  has(coin: string): bigint {
    return this.balances.get(coin) ?? 0n;
  }

  /** Fills at once what the offers reach, and cancels the rest. It takes two orders of one id, as exchanges may. */
  place({
    market,
    side,
    amount,
    price,
    ours,
  }: Pick<StandInOrder, 'market' | 'side' | 'amount' | 'ours'> & { readonly price: bigint }): StandInOrder {
    const { base, quote, bid, ask, offered } = market;
    const best = side === 'sell' ? bid : ask;
    const isReached = side === 'sell' ? best >= price : best <= price;
    const filled = isReached ? (amount < offered ? amount : offered) : 0n;
    const order = { id: this.#next('O'), ours, market, side, amount, filled, at: this.#now() };
    if (filled > 0n) {
      const value = (filled * best) / unit;
      // Two thousandths, in the quote on both sides.
      const fee = value / 500n;
      if (side === 'sell') {
        this.#move(base, -filled);
        this.#move(quote, value - fee);
      } else {
        this.#move(quote, -value - fee);
        this.#move(base, filled);
      }
      this.trades.push({ id: this.#next('T'), order, amount: filled, price: best, value, fee });
    }
    this.orders.push(order);
    return order;
  }

  /** `gross`: with the fee. It leaves the account at once, and the exchange when `StandInWallets` sends it. */
  withdraw(name: string, gross: bigint): StandInTransfer {
    const to = this.registered.get(name);
    if (to === undefined) throw new StandInRefusal('EFunding:Unknown withdraw key');
    if (gross <= to.fee) throw new StandInRefusal('EFunding:Amount too small');
    this.#move(to.coin, -gross);
    return this.#note('withdrawal', to.coin, to.address, gross - to.fee, to.fee);
  }

  /** Seen on its chain, and not deep enough to be credited. */
  expect(coin: string, address: string, amount: bigint, txid: string): void {
    this.#note('deposit', coin, address, amount, 0n).txid = txid;
  }

  credit(transfer: StandInTransfer): void {
    this.#move(transfer.coin, transfer.amount);
    transfer.isDone = true;
  }

  #note(
    kind: StandInTransfer['kind'],
    coin: string,
    address: string,
    amount: bigint,
    fee: bigint,
  ): StandInTransfer {
    const id = this.#next(kind === 'deposit' ? 'D' : 'W');
    const made = { id, kind, coin, address, amount, fee, at: this.#now(), txid: '', isDone: false };
    this.transfers.push(made);
    return made;
  }

  #move(coin: string, amount: bigint): void {
    const has = this.has(coin) + amount;
    if (has < 0n) throw new StandInRefusal('EOrder:Insufficient funds');
    this.balances.set(coin, has);
  }

  #next(letter: string): string {
    this.#last += 1;
    return `${letter}${String(this.#last).padStart(5, '0')}`;
  }
}

export const coins = (text: string): bigint => parseAmount(text);
export const printed = (units: bigint): string => formatAmount(units);
