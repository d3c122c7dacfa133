import { formatAmount } from '@openlode/money/amount';
import { createOutgoingGuard } from '../../domain/payouts/outgoing-guard.ts';
import { advancePayouts } from '../../domain/payouts/advance-payouts.ts';
import { watchSettled } from '../../domain/payouts/watch-settled.ts';
import { resetDatabase } from '../../domain/testing/reset-database.ts';
import { type TestContext, testStart } from '../../domain/testing/create-test-context.ts';
import { followSweeps } from '../../domain/treasury/follow-sweeps.ts';
import { compareWithLedger, guardSolvency } from '../../domain/treasury/guard-solvency.ts';
import { type MoveRequest, moveFunds } from '../../domain/treasury/move-funds.ts';
import { followOrders } from '../../domain/treasury/orders/follow-order.ts';
import { openPlace } from '../../domain/treasury/places/operate-places.ts';
import { watchPlaces } from '../../domain/treasury/places/watch-places.ts';
import { followTransfers } from '../../domain/treasury/transfers/follow-transfer.ts';
import { payingProcess } from '../payouts/payout-world.ts';
import { compareOutgoing } from '../../domain/payouts/compare-outgoing.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { MonthExchange } from './month-exchange.ts';
import { type MonthCoin, monthCoins, MonthWallets } from './month-wallets.ts';

export const minuteMs = 60_000;
const unit = 10n ** 18n;
export const reason = 'a simulated month';

/** Which of the tasks that hold the ledger against the world do not run: each is a planted mistake. */
export type UnwatchedRule = 'wallets' | 'exchange';

/** What the operator begins with. */
export const began = {
  wallets: { DOGE: 4000n * unit, LTC: 300n * unit },
  exchange: { DOGE: 500n * unit, LTC: 100n * unit, USD: 20_000n * unit },
} as const;

/** The pool of one simulated month: its ledger, its tasks and its operator, over wallets and an exchange that the month moves. */
export class MonthPool {
  readonly ctx: TestContext;
  readonly random: SeededRandom;
  readonly wallets: MonthWallets;
  readonly exchange: MonthExchange;
  unwatched: UnwatchedRule | undefined;
  readonly #process: ReturnType<typeof payingProcess>;
  #numbered = 0;
  /** What is credited to the exchange of the next transfer that is mined: less by this, or nothing. */
  stealsOnTheWay: bigint | 'all' = 0n;
  readonly did = {
    blocks: 0,
    incomes: 0,
    trades: 0,
    transfers: 0,
    sweeps: 0,
    sentToSell: 0,
    payouts: 0,
    movements: 0,
    looks: 0,
  };
  /** Errors of tasks that no fault of the month explains. */
  readonly errors: string[] = [];

  private constructor(ctx: TestContext, random: SeededRandom) {
    this.ctx = ctx;
    this.random = random;
    this.wallets = new MonthWallets(ctx.clock);
    this.exchange = new MonthExchange(ctx.clock, random, (coin) => ctx.prices.get(coin) ?? '0');
    this.exchange.onSent = ({ txid, coin, amount }) => this.wallets.arrive(txid, coin as MonthCoin, amount);
    this.#process = payingProcess(ctx, this.wallets.chains.DOGE);
  }

  static async begin(ctx: TestContext, random: SeededRandom): Promise<MonthPool> {
    await resetDatabase(ctx.db);
    ctx.setNow(testStart);
    ctx.prices.set('LTC', '100').set('DOGE', '0.25');
    const pool = new MonthPool(ctx, random);
    for (const coin of monthCoins) {
      pool.wallets.move(coin, began.wallets[coin]);
      await pool.move('deposit', coin, began.wallets[coin]);
    }
    for (const [coin, amount] of Object.entries(began.exchange)) pool.exchange.move(coin, amount);
    await pool.minutes(2);
    for (const [coin, amount] of Object.entries(began.exchange)) {
      const opened = await openPlace(pool.context(), {
        place: 'kraken',
        coin,
        amount: formatAmount(amount),
        reason,
      });
      if (opened.kind !== 'booked') throw new Error(`${coin}: ${JSON.stringify(opened)}`);
    }
    await pool.minutes(2);
    return pool;
  }

  end(): void {
    this.#process.end();
  }

  context() {
    const { ctx, wallets, exchange } = this;
    const float = (coin: MonthCoin, target: bigint) => ({
      coin,
      network: coin,
      target: target * unit,
      ceiling: 1_000_000n * unit,
    });
    return {
      ...this.#process,
      rails: wallets.rails,
      wallet: wallets.wallet,
      arrivals: wallets.arrivals,
      floats: [float('DOGE', 4000n), float('LTC', 10n)],
      exchanges: [exchange.watched()],
      outgoing: createOutgoingGuard(compareWithLedger(wallets.wallet)),
      random: ctx.random,
      actor: 'ann',
      pause: async () => undefined,
    };
  }

  /** Everything that the pool does each minute, in the order of its schedules. */
  async minutes(count = 1): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) {
      this.exchange.work();
      this.#chainsWork();
      const context = this.context();
      await followOrders(context, this.exchange.trader()).catch((error: unknown) =>
        this.failed('orders', error),
      );
      if (this.unwatched !== 'exchange')
        await watchPlaces(context, (place, error) => this.failed(place, error));
      await followTransfers(context, this.exchange.withdrawer().exchange);
      if (this.unwatched !== 'wallets') await guardSolvency(context, this.wallets.wallet);
      this.did.looks += 1;
      this.ctx.advance(minuteMs);
    }
  }

  failed(task: string, error: unknown): void {
    if (!this.exchange.isSilent) this.errors.push(`${task}: ${(error as Error).message}`);
  }

  #chainsWork(): void {
    for (const { txid, coin, address, amount } of this.wallets.mine())
      if (address === this.exchange.addressOf(coin)) {
        this.exchange.deposit(txid, coin, amount, this.stealsOnTheWay);
        this.stealsOnTheWay = 0n;
      }
  }

  /** What an operator has moved is booked before the next look. Answers what kept it from that. */
  async move(
    kind: MoveRequest['kind'],
    coin: MonthCoin,
    amount: bigint,
    missing = false,
  ): Promise<string | undefined> {
    const request = { kind, coin, network: coin, amount: formatAmount(amount), missing, reason };
    const outcome = await moveFunds({ ...this.ctx, actor: 'ann' }, { ...request, reference: this.uuid() });
    return outcome.kind === 'booked' ? undefined : JSON.stringify(outcome);
  }

  async settle(): Promise<void> {
    const context = this.context();
    for (let turn = 0; turn < 8; turn += 1) {
      await advancePayouts(context, (payout, error) => this.failed(`payout ${payout}`, error));
      await followSweeps(context, (sweep, error) => this.failed(`sweep ${sweep}`, error));
      this.#chainsWork();
      this.ctx.advance(15_000);
    }
    await watchSettled(context, (payout, error) => this.failed(`payout ${payout}`, error));
  }

  /** As an operator does before a shortfall is lifted. */
  async compare(): Promise<void> {
    await compareOutgoing(this.context());
  }

  next(): number {
    this.#numbered += 1;
    return this.#numbered;
  }

  uuid(): string {
    return `00000000-0000-4000-8000-${this.next().toString(16).padStart(12, '0')}`;
  }
}
