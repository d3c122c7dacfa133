import { conversionAccount, type LedgerAccount, miningAccount } from '@openlode/ledger/accounts';
import { parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type {
  Fill,
  LimitOrder,
  OrderLookUp,
  RequestOutcome,
  TradingExchange,
} from '../../domain/kernel/exchange.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { createTestContext } from '../../domain/testing/create-test-context.ts';
import { type TradeRun, tradeOnce } from '../../domain/treasury/orders/trade-once.ts';
import { type OrderRow, selectOrders } from '../../domain/treasury/orders/order-rows.ts';
import { readPositions } from '../../domain/treasury/read-positions.ts';
import type { Database, Transaction } from '../../runtime/database/database.ts';
import type { Engine } from '../../runtime/database/testing/create-test-database.ts';
import { openMiner } from './payout-world.ts';
import { PlaceKit } from './place-kit.ts';

const unit = 10n ** 18n;

/** A process has died: everything that it calls from then on does nothing. */
export class Died extends Error {
  override readonly name = 'Died';
}

/** One process: at which of its writes and calls it dies, by number, before or behind each. */
export class TradingLife {
  readonly #dieAt: number | undefined;
  steps = 0;
  #isDead = false;

  constructor(dieAt?: number) {
    this.#dieAt = dieAt;
  }

  step(): void {
    if (!this.#isDead) this.steps += 1;
    if (this.steps === this.#dieAt) this.#isDead = true;
    if (this.#isDead) throw new Died(`at step ${this.steps}`);
  }

  async around<T>(run: () => Promise<T>): Promise<T> {
    this.step();
    const result = await run();
    this.step();
    return result;
  }

  database(db: Database): Database {
    const query =
      (inner: Pick<Database, 'query'>): Database['query'] =>
      (statement) =>
        /^\s*(INSERT|UPDATE|WITH (posted|linked))/.test(statement.strings[0] ?? '')
          ? this.around(() => inner.query(statement))
          : inner.query(statement);
    return {
      engine: db.engine,
      query: query(db),
      transaction: (work, options) =>
        this.around(() =>
          db.transaction(
            (tx) =>
              work({ query: query(tx), afterCommit: (run) => tx.afterCommit(run) } satisfies Transaction),
            options,
          ),
        ),
      execute: (script) => db.execute(script),
      close: () => db.close(),
    };
  }
}

/** What becomes of an order that is sent: whether it is taken, and whether the answer is lost. */
export interface OrderFate {
  readonly isTaken: boolean;
  readonly isAnswered: boolean;
}

/** The pool of a `PlaceKit` with an account that trades: what it takes fills at its limit at once, a part of it or all. */
export class TradingKit extends PlaceKit {
  taken: (LimitOrder & { readonly exchangeId: string })[] = [];
  traded: Fill[] = [];
  fate: OrderFate = { isTaken: true, isAnswered: true };
  /** How much of an order fills, in percent, in two trades. */
  filledPercent = 100n;
  /** What it takes of the quote, in thousandths. */
  feeThousandths = 2n;
  /** What it answers otherwise. */
  lies: Partial<Pick<TradingExchange, 'lookUpOrder' | 'fills' | 'balances' | 'place'>> = {};

  override async begin(): Promise<void> {
    await super.begin();
    this.taken = [];
    this.traded = [];
    this.fate = { isTaken: true, isAnswered: true };
    this.filledPercent = 100n;
    this.feeThousandths = 2n;
    this.lies = {};
    this.tradeCaps = undefined;
    this.ctx.prices.set('LTC', '100');
  }

  /** 2 LTC came in by conversion, and miners are owed 400 DOGE for them. The exchange has 3 LTC, 7 DOGE and 500 dollars, all equal. */
  async converted(): Promise<void> {
    this.others = new Map([
      ['LTC', parseAmount('3')],
      ['USD', parseAmount('500')],
    ]);
    await this.opened(parseAmount('7'));
    for (const [coin, amount] of [
      ['LTC', '3'],
      ['USD', '500'],
    ] as const) {
      const outcome = await this.open(amount, coin);
      if (outcome.kind !== 'booked') throw new Error(JSON.stringify(outcome));
    }
    await this.look(2);
    await this.convert('LTC', '2', 'ext:suite');
    await this.convert('DOGE', '-400', miningAccount(await openMiner(this.ctx)));
    this.markets = [this.market('LTC', 'USD', '100'), this.market('DOGE', 'USD', '0.25')];
  }

  async convert(asset: string, amount: string, to: LedgerAccount): Promise<void> {
    const units = parseAmount(amount);
    const postings = [
      { account: conversionAccount, asset, amount: units },
      { account: to, asset, amount: -units },
    ];
    const key = `given ${asset} ${this.ctx.random.uuid()}`;
    await this.ctx.db.transaction((tx) =>
      bookEntry(tx, { key, kind: 'given', at: this.ctx.clock.now(), postings }),
    );
  }

  /** Carries out the plan in a process that dies where `life` says. */
  trade(life = new TradingLife(), pause = async () => undefined as void): Promise<TradeRun> {
    const context = this.context();
    return tradeOnce(
      {
        ...context,
        db: life.database(this.ctx.db),
        random: this.ctx.random,
        tradeCaps: this.tradeCaps,
        reason: 'the plan is right',
        pause,
      },
      this.trader(life),
    );
  }

  trader(life = new TradingLife()): TradingExchange {
    const { lies } = this;
    return {
      name: 'kraken',
      validMs: 30_000,
      balances: lies.balances ?? (async () => this.#balances()),
      place: (order) => life.around(async () => (lies.place ? lies.place(order) : this.#place(order))),
      lookUpOrder: (order) =>
        life.around(async () => (lies.lookUpOrder ? lies.lookUpOrder(order) : this.#lookUp(order))),
      fills: (market, since) =>
        life.around(async () =>
          lies.fills ? lies.fills(market, since) : this.traded.filter((fill) => fill.base === market.base),
        ),
    };
  }

  orders(): Promise<OrderRow[]> {
    return selectOrders(this.ctx.db, sql`ORDER BY number`);
  }

  /** By coin, what L11 has to spare; below zero what is missing. */
  async beyond(): Promise<Readonly<Record<string, bigint>>> {
    const { known } = await readPositions(this.ctx.db, this.context().wallet);
    return Object.fromEntries(known.map(({ asset, held, owed }) => [asset, held - owed]));
  }

  /** What the exchange says it has of a coin. */
  has(coin: string): bigint {
    return coin === 'DOGE' ? this.balance : (this.others.get(coin) ?? 0n);
  }

  shift(coin: string, amount: bigint): void {
    if (coin === 'DOGE') this.balance += amount;
    else this.others = new Map([...this.others, [coin, this.has(coin) + amount]]);
  }

  #balances() {
    return new Map(
      ['DOGE', ...this.others.keys()].map((coin) => [
        coin,
        { total: this.has(coin), available: this.available.get(coin) ?? this.has(coin) },
      ]),
    );
  }

  #place(order: LimitOrder): RequestOutcome {
    if (this.fate.isTaken) this.take(order);
    return this.fate.isAnswered
      ? this.fate.isTaken
        ? { kind: 'accepted', exchangeId: `E${this.taken.length}` }
        : { kind: 'unknown', why: 'refused' }
      : { kind: 'unknown', why: 'no answer' };
  }

  /** The exchange has it, and fills it. */
  take(order: LimitOrder): void {
    const exchangeId = `E${this.taken.length + 1}`;
    this.taken.push({ ...order, exchangeId });
    const filled = (order.amount * this.filledPercent) / 100n;
    const parts = [filled / 4n, filled - filled / 4n].filter((amount) => amount > 0n);
    for (const amount of parts) {
      const value = (amount * order.price) / unit;
      const fee = (value * this.feeThousandths) / 1000n;
      const sign = order.side === 'sell' ? 1n : -1n;
      this.shift(order.base, -amount * sign);
      this.shift(order.quote, value * sign - fee);
      const { base, quote, side, price } = order;
      this.traded.push({
        base,
        quote,
        side,
        price,
        amount,
        value,
        exchangeId: `T${this.traded.length + 1}`,
        orderExchangeId: exchangeId,
        fees: [{ coin: quote, amount: fee }],
        at: this.ctx.clock.now(),
      });
    }
  }

  #lookUp({ id }: LimitOrder): OrderLookUp {
    const found = this.taken.find((each) => each.id === id);
    if (found === undefined) return { kind: 'absent' };
    const filled = this.traded
      .filter(({ orderExchangeId }) => orderExchangeId === found.exchangeId)
      .reduce((sum, { amount }) => sum + amount, 0n);
    return { kind: 'found', exchangeId: found.exchangeId, isOpen: false, filled };
  }

  market(base: string, quote: string, price: string) {
    const offers = [{ price: parseAmount(price), amount: parseAmount('1000') }];
    const { clock } = this.ctx;
    return {
      base,
      quote,
      amountStep: parseAmount('0.001'),
      priceStep: parseAmount('0.00001'),
      amountMin: parseAmount('0.01'),
      valueMin: parseAmount('1'),
      // Always of now.
      get now() {
        return { bids: offers, asks: offers, dayVolume: parseAmount('100000'), changedAt: clock.now() };
      },
    };
  }
}

export async function createTradingKit(engine: Engine): Promise<TradingKit> {
  return new TradingKit(await createTestContext(engine));
}
