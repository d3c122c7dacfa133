import { parseAmount } from '@openlode/money/amount';
import type { Clock } from '../../domain/kernel/clock.ts';
import type {
  ExchangeTransfer,
  ExchangeWithdrawal,
  Fill,
  LimitOrder,
  OrderLookUp,
  RequestOutcome,
  TradingExchange,
  WatchedExchange,
  Withdrawer,
} from '../../domain/kernel/exchange.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';

const unit = 10n ** 18n;
const priceStep = parseAmount('0.00001');
/** What it takes of a trade, in the quote, in ten thousandths; and of a withdrawal, of its coin. */
const feeTenThousandths = 26n;
const withdrawalFees: Readonly<Record<string, bigint>> = {
  DOGE: parseAmount('4'),
  LTC: parseAmount('0.002'),
};
const minuteMs = 60_000;

/** What becomes of a request that moves money: whether it is taken, and whether the answer says so. */
interface Fate {
  readonly isTaken: boolean;
  readonly isAnswered: boolean;
}
const answered: Fate = { isTaken: true, isAnswered: true };

/** Something of the exchange that is not over: a deposit to be credited, or a withdrawal to be sent or given up. */
interface Due {
  readonly at: number;
  run(): void;
}

/** An account at a stand-in for an exchange, with what it really has: it trades for dollars, takes deposits and withdraws to wallets of the pool. */
export class MonthExchange {
  readonly #clock: Clock;
  readonly #random: SeededRandom;
  readonly #priceOf: (coin: string) => string;
  readonly #balances = new Map<string, bigint>();
  readonly #orders: (LimitOrder & { readonly exchangeId: string })[] = [];
  readonly #fills: Fill[] = [];
  readonly #deposits: ExchangeTransfer[] = [];
  #withdrawals: ExchangeTransfer[] = [];
  #due: Due[] = [];
  /** It answers nothing. */
  isSilent = false;
  /** It does not say what became of orders. */
  hidesOrders = false;
  fate: Fate = answered;
  /** It gives up some of what it is asked to send. */
  givesUp = true;
  /** So much less arrives of the next thing that it is asked to send, or nothing: someone else has it. */
  stealsNext: bigint | 'all' = 0n;
  /** What the transactions by which it withdraws pay to wallets, when they are sent. */
  onSent: (sent: { readonly txid: string; readonly coin: string; readonly amount: bigint }) => void = () =>
    undefined;

  constructor(clock: Clock, random: SeededRandom, priceOf: (coin: string) => string) {
    this.#clock = clock;
    this.#random = random;
    this.#priceOf = priceOf;
  }

  has(coin: string): bigint {
    return this.#balances.get(coin) ?? 0n;
  }

  move(coin: string, amount: bigint): void {
    this.#balances.set(coin, this.has(coin) + amount);
  }

  addressOf(coin: string): string {
    return `${coin}-of-the-exchange`;
  }

  /** What was sent to it is credited after a while, with this much less; not at all where it is stolen. */
  deposit(txid: string, coin: string, amount: bigint, less: bigint | 'all' = 0n): void {
    if (less === 'all') return;
    const came: ExchangeTransfer = {
      ...transferOf('deposit', `D${this.#deposits.length + 1}`, coin, this.addressOf(coin)),
      amount: amount - less,
      state: 'done',
      txid,
      at: this.#clock.now(),
    };
    this.#later(10 + this.#random.below(300), () => {
      this.#deposits.push({ ...came, at: this.#clock.now() });
      this.move(coin, amount - less);
    });
  }

  /** When the next thing of it is over, ms; undefined where nothing is under way. */
  nextDue(): number | undefined {
    return this.#due.length === 0 ? undefined : Math.min(...this.#due.map(({ at }) => at));
  }

  /** Does what is due by now. */
  work(): void {
    const now = this.#clock.now();
    const due = this.#due.filter(({ at }) => at <= now);
    this.#due = this.#due.filter(({ at }) => at > now);
    for (const each of due) each.run();
  }

  watched(): WatchedExchange {
    return {
      name: 'kraken',
      markets: () => this.#answer(() => [this.#terms('LTC'), this.#terms('DOGE')]),
      marketNow: ({ base }) => this.#answer(() => ({ ...this.#offers(base), changedAt: this.#clock.now() })),
      balances: () => this.#answer(() => this.#reported()),
      depositAddress: (coin) =>
        this.#answer(() => ({
          address: this.addressOf(coin),
          networkAddress: this.addressOf(coin),
          memo: '',
        })),
      transfers: (kind, coin, since) => this.#answer(() => this.#list(kind, coin, since)),
    };
  }

  trader(): TradingExchange {
    return {
      name: 'kraken',
      validMs: 30_000,
      balances: () => this.#answer(() => this.#reported()),
      place: async (order) => this.#request(() => this.#take(order)),
      lookUpOrder: async (order) =>
        this.isSilent || this.hidesOrders ? { kind: 'unanswered', why: 'no answer' } : this.#lookUp(order),
      fills: ({ base }, since) =>
        this.#answer(() => this.#fills.filter((each) => each.base === base && each.at >= since - 3_600_000)),
    };
  }

  withdrawer(): Withdrawer {
    return {
      listed: ['DOGE', 'LTC'].map((coin) => ({
        coin,
        network: coin,
        feeMax: 2n * (withdrawalFees[coin] ?? 0n),
      })),
      exchange: {
        name: 'kraken',
        validMs: 30_000,
        balances: () => this.#answer(() => this.#reported()),
        withdraw: async (withdrawal) => this.#request(() => this.#takeOut(withdrawal)),
        transfers: (kind, coin, since) => this.#answer(() => this.#list(kind, coin, since)),
      },
    };
  }

  async #answer<T>(say: () => T): Promise<T> {
    if (this.isSilent) throw new Error('no answer of the exchange');
    return say();
  }

  #request(take: () => string): RequestOutcome {
    if (this.isSilent) return { kind: 'unknown', why: 'no answer of the exchange' };
    const { isTaken, isAnswered } = this.fate;
    this.fate = answered;
    const exchangeId = isTaken ? take() : undefined;
    if (exchangeId !== undefined && isAnswered) return { kind: 'accepted', exchangeId };
    return { kind: 'unknown', why: isAnswered ? 'refused' : 'no answer' };
  }

  /** It fills at what is offered, if that is no worse than its limit, whole or in part, in two trades. */
  #take(order: LimitOrder): string {
    const exchangeId = `E${this.#orders.length + 1}`;
    this.#orders.push({ ...order, exchangeId });
    const { base, quote, side } = order;
    const { bids, asks } = this.#offers(base);
    const price = (side === 'sell' ? bids : asks)[0]?.price ?? 0n;
    if (side === 'sell' ? price < order.price : price > order.price) return exchangeId;
    const filled =
      (order.amount * BigInt(this.#random.percent(75) ? 100 : 40 + this.#random.below(60))) / 100n;
    for (const amount of [filled / 4n, filled - filled / 4n]) {
      const value = (amount * price) / unit;
      const fee = (value * feeTenThousandths) / 10_000n;
      const sign = side === 'sell' ? 1n : -1n;
      this.move(base, -amount * sign);
      this.move(quote, value * sign - fee);
      this.#fills.push({
        base,
        quote,
        side,
        price,
        amount,
        value,
        exchangeId: `T${this.#fills.length + 1}`,
        orderExchangeId: exchangeId,
        fees: [{ coin: quote, amount: fee }],
        at: this.#clock.now(),
      });
    }
    return exchangeId;
  }

  #lookUp({ id }: LimitOrder): OrderLookUp {
    const found = this.#orders.find((each) => each.id === id);
    if (found === undefined) return { kind: 'absent' };
    const { exchangeId } = found;
    const own = this.#fills.filter(({ orderExchangeId }) => orderExchangeId === exchangeId);
    return {
      kind: 'found',
      exchangeId,
      isOpen: false,
      filled: own.reduce((sum, { amount }) => sum + amount, 0n),
    };
  }

  #takeOut({ coin, address, amount }: ExchangeWithdrawal): string {
    const fee = withdrawalFees[coin] ?? 0n;
    const exchangeId = `W${this.#withdrawals.length + 1}`;
    this.move(coin, -amount - fee);
    this.#withdrawals.push({
      ...transferOf('withdrawal', exchangeId, coin, address),
      amount,
      fee,
      state: 'pending',
      txid: undefined,
      at: this.#clock.now(),
    });
    const isGivenUp = this.#random.percent(8) && this.givesUp;
    const less = this.stealsNext;
    this.stealsNext = 0n;
    this.#later(2 + this.#random.below(100), () => {
      if (isGivenUp) {
        this.move(coin, amount + fee);
        return this.#change(exchangeId, { state: 'failed', fee: 0n });
      }
      const txid = `paid-${exchangeId}-${coin}`.padEnd(64, '0');
      this.#change(exchangeId, { state: 'done', txid });
      if (less !== 'all') this.onSent({ txid, coin, amount: amount - less });
    });
    return exchangeId;
  }

  #change(exchangeId: string, to: Partial<ExchangeTransfer>): void {
    this.#withdrawals = this.#withdrawals.map((each) =>
      each.exchangeId === exchangeId ? { ...each, ...to } : each,
    );
  }

  #later(minutes: number, run: () => void): void {
    this.#due.push({ at: this.#clock.now() + minutes * minuteMs, run });
  }

  #reported(): Awaited<ReturnType<WatchedExchange['balances']>> {
    return new Map([...this.#balances].map(([coin, total]) => [coin, { total, available: total }]));
  }

  #list(kind: ExchangeTransfer['kind'], coin: string, since: number): readonly ExchangeTransfer[] {
    const all = kind === 'deposit' ? this.#deposits : this.#withdrawals;
    return all.filter((each) => each.coin === coin && each.at >= since - 3_600_000);
  }

  #terms(base: string): Awaited<ReturnType<WatchedExchange['markets']>>[number] {
    return {
      base,
      quote: 'USD',
      priceStep,
      amountStep: parseAmount('0.001'),
      amountMin: parseAmount('0.01'),
      valueMin: parseAmount('1'),
    };
  }

  /** A tenth of a percent on each side of the price. */
  #offers(base: string) {
    const price = parseAmount(this.#priceOf(base));
    const amount = parseAmount('1000000');
    return {
      bids: [{ price: ((price * 999n) / 1000n / priceStep) * priceStep, amount }],
      asks: [{ price: ((price * 1001n) / 1000n / priceStep + 1n) * priceStep, amount }],
      dayVolume: parseAmount('100000000'),
    };
  }
}

function transferOf(kind: ExchangeTransfer['kind'], exchangeId: string, coin: string, address: string) {
  return { kind, exchangeId, id: undefined, coin, address, fee: 0n } as const;
}
