import { formatAmount, parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { checkLedger, isLedgerSound } from '../../domain/ledger/check-ledger.ts';
import { checkTransits } from '../../domain/operations/audit/check-transits.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { readBooked } from '../../domain/treasury/places/watch-places.ts';
import { type SeededRandom, seededRandom } from '../simulation/seeded-random.ts';
import { bring, earnIncome, mine, moveOwn, pay, sweep, trade } from './month-acts.ts';
import { type Alarm, readAlarms } from './month-alarms.ts';
import { MonthPool, minuteMs, type UnwatchedRule } from './month-pool.ts';
import { mend, namedWithinMs, steal, type Theft, type TheftKind } from './month-thefts.ts';
import { monthCoins } from './month-wallets.ts';

const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The most days by which a month goes on, until something of each kind of theft was under way. */
const moreDaysMax = 10;

export interface MonthPlan {
  readonly seed: number;
  readonly days: number;
  /** In this order, spread over the days; none in a month without theft. */
  readonly thefts: readonly TheftKind[];
  /** A planted mistake: what is not looked at. */
  readonly unwatched?: UnwatchedRule;
}

/** A theft, and when and where it was named. */
export interface FoundTheft extends Theft {
  /** How long until it was named at the right place, ms; undefined where it was not. */
  readonly afterMs: number | undefined;
  readonly alarm: Alarm | undefined;
}

export interface MonthResult {
  readonly seed: number;
  readonly thefts: readonly FoundTheft[];
  readonly did: MonthPool['did'];
  /** Kinds of which nothing was under way on any of their days. */
  readonly skipped: readonly TheftKind[];
  /** What must not be: alarms without a theft, thefts that were not named, a ledger that is not sound or not equal to the world. */
  readonly wrong: readonly string[];
}

/** One month of virtual time, the same for the same plan: everything in it is drawn from the seed. */
export async function runMonth(ctx: TestContext, plan: MonthPlan): Promise<MonthResult> {
  const random = seededRandom(plan.seed);
  const pool = await MonthPool.begin(ctx, random);
  pool.unwatched = plan.unwatched;
  // Its miners are paid by the daily run.
  await mine(pool);
  await ctx.db.query(sql`UPDATE miners SET auto_pay = true`);
  const month = new Month(pool, random, plan);
  try {
    await month.run();
    return { seed: plan.seed, thefts: month.found, did: pool.did, skipped: month.left, wrong: month.wrong };
  } finally {
    pool.end();
  }
}

class Month {
  readonly #pool: MonthPool;
  readonly #random: SeededRandom;
  readonly #plan: MonthPlan;
  readonly found: FoundTheft[] = [];
  readonly left: TheftKind[];
  readonly wrong: string[] = [];
  #outageUntil = 0;

  constructor(pool: MonthPool, random: SeededRandom, plan: MonthPlan) {
    this.#pool = pool;
    this.#random = random;
    this.#plan = plan;
    this.left = [...plan.thefts];
  }

  async run(): Promise<void> {
    const { days, thefts } = this.#plan;
    const began = Math.ceil(this.#pool.ctx.clock.now() / dayMs) * dayMs;
    for (let day = 0; day < days || (this.left.length > 0 && day < days + moreDaysMax); day += 1) {
      // A theft may last longer than its day.
      if (this.#pool.ctx.clock.now() >= began + (day + 1) * dayMs) continue;
      // What follows from it says nothing more.
      if (this.wrong.length > 0) return;
      await this.#day(began + day * dayMs);
      const due = Math.floor((thefts.length * (day + 1)) / days);
      // Where nothing of a kind is under way, the next day tries another one.
      while (this.found.length < due && (await this.#theft()));
    }
    await this.#rest();
    await this.#end();
  }

  /** Five times a day something happens; between, only what is under way goes on. */
  async #day(midnight: number): Promise<void> {
    for (const hour of [2, 7, 13, 17, 21]) {
      await this.#until(midnight + hour * hourMs + this.#random.below(40) * minuteMs);
      this.#movePrices();
      this.#changeOutage();
      await this.#pool.minutes(2);
      await this.#happen(hour);
      await this.#rest();
      await this.#expectCalm();
    }
  }

  /** Looks when something of the exchange is over, so that nothing waits for the next hour at which something happens. */
  async #until(at: number): Promise<void> {
    const { ctx, exchange } = this.#pool;
    for (;;) {
      const due = exchange.nextDue();
      if (due === undefined || due >= at) break;
      if (due > ctx.clock.now()) ctx.setNow(due);
      await this.#pool.minutes(2);
    }
    if (at > ctx.clock.now()) ctx.setNow(at);
  }

  async #happen(hour: number): Promise<void> {
    const pool = this.#pool;
    const random = this.#random;
    if (random.percent(70)) await mine(pool);
    if (random.percent(10)) await earnIncome(pool);
    if (random.percent(15)) await moveOwn(pool);
    if (random.percent(15))
      pool.exchange.fate = { isTaken: random.percent(50), isAnswered: random.percent(30) };
    await trade(pool);
    if (hour === 13) await pay(pool);
    if (hour === 17) await bring(pool);
    if (hour === 21 && random.percent(50)) await sweep(pool, 'LTC', parseAmount(random.pick(['5', '15'])));
  }

  /** An answer that was lost is found out. */
  async #rest(): Promise<void> {
    const { ctx } = this.#pool;
    for (let turn = 0; turn < 8; turn += 1) {
      await this.#pool.minutes(1);
      const open = await ctx.db.query(sql`
        SELECT 1 FROM trade_orders WHERE state IN ('stored', 'sent', 'unknown', 'open')
        UNION ALL SELECT 1 FROM place_transfers WHERE state IN ('stored', 'sent', 'unknown', 'taken')`);
      if (open.length === 0 || this.#pool.exchange.isSilent) return;
      ctx.advance(4 * minuteMs);
    }
  }

  #movePrices(): void {
    const { prices } = this.#pool.ctx;
    for (const coin of monthCoins) {
      // Now and then by a fifth at once.
      const jump = this.#random.percent(4) ? 200 : 15;
      const thousandths = BigInt(1000 - jump + this.#random.below(2 * jump + 1));
      const price = (parseAmount(prices.get(coin) ?? '0') * thousandths) / 1000n;
      const least = parseAmount(coin === 'LTC' ? '40' : '0.05');
      prices.set(coin, formatAmount(price < least ? least : (price / 10n ** 12n) * 10n ** 12n));
    }
  }

  #changeOutage(): void {
    const { ctx, exchange } = this.#pool;
    const now = ctx.clock.now();
    if (now >= this.#outageUntil) exchange.isSilent = false;
    if (exchange.isSilent || !this.#random.percent(4)) return;
    exchange.isSilent = true;
    this.#outageUntil = now + (1 + this.#random.below(16)) * hourMs;
  }

  async #expectCalm(): Promise<void> {
    const { ctx, errors } = this.#pool;
    const at = new Date(ctx.clock.now()).toISOString();
    for (const { where, words } of await readAlarms(this.#pool))
      this.wrong.push(`${at} alarm: ${where}: ${words}`);
    for (const error of errors.splice(0)) this.wrong.push(`${at} error: ${error}`);
  }

  /** Steals, waits until that is named, and does what an operator does about it. False where nothing was stolen, or it was not named. */
  async #theft(): Promise<boolean> {
    const pool = this.#pool;
    const [kind] = this.left;
    if (kind === undefined || this.wrong.length > 0) return false;
    pool.exchange.isSilent = false;
    await pool.minutes(3);
    // What was named before names no theft.
    const before = new Set((await readAlarms(pool)).map(({ words }) => words));
    const theft = await steal(pool, kind);
    this.left.shift();
    // Nothing of the kind is under way: another one comes first.
    if (theft === undefined) {
      this.left.push(kind);
      return false;
    }
    const stolenAt = pool.ctx.clock.now();
    let alarm: Alarm | undefined;
    const others: Alarm[] = [];
    while (alarm === undefined && pool.ctx.clock.now() - stolenAt < 2 * dayMs) {
      const passed = pool.ctx.clock.now() - stolenAt;
      // Minute by minute first, then as seldom as a tenth of the time that has passed.
      if (passed > 10 * minuteMs) pool.ctx.advance(Math.round(passed / 10));
      await pool.minutes(1);
      const alarms = await readAlarms(pool);
      alarm = alarms.find(({ where, words }) => theft.where.includes(where) && !before.has(words));
      // What an exchange has lost may be what miners are owed.
      const follows = new Set([...theft.where, `uncovered ${theft.coin}`]);
      others.push(...alarms.filter(({ where }) => !follows.has(where)));
    }
    const afterMs = alarm === undefined ? undefined : pool.ctx.clock.now() - stolenAt;
    this.found.push({ ...theft, afterMs, alarm });
    const what = `${formatAmount(theft.amount)} ${theft.coin} (${kind})`;
    if (alarm === undefined) {
      this.wrong.push(`${what} was never named`);
      return false;
    }
    if (afterMs !== undefined && afterMs > namedWithinMs[kind])
      this.wrong.push(`${what} was named after ${afterMs / minuteMs} minutes`);
    for (const { where, words } of others) this.wrong.push(`${what} was named at ${where}: ${words}`);
    const fault = await mend(pool, theft);
    if (fault !== undefined) this.wrong.push(`${what} could not be booked: ${fault}`);
    await this.#expectCalm();
    return true;
  }

  /** Each place has what the ledger says, to the unit, and the ledger is sound. */
  async #end(): Promise<void> {
    const { ctx, wallets, exchange, unwatched } = this.#pool;
    if (unwatched !== undefined) return;
    exchange.isSilent = false;
    const last = exchange.nextDue();
    if (last !== undefined) await this.#until(last + hourMs);
    await this.#pool.settle();
    await this.#pool.minutes(3);
    await this.#expectCalm();
    const ledger = await checkLedger(ctx);
    if (!isLedgerSound(ledger)) this.wrong.push('the ledger is not sound');
    for (const { account, expected, found } of await checkTransits(ctx.db))
      this.wrong.push(`${account}: ${expected} and ${found}`);
    const booked = await readBooked(ctx.db, 'kraken');
    for (const coin of ['DOGE', 'LTC', 'USD'])
      this.#equal(`kraken ${coin}`, booked.get(coin) ?? 0n, exchange.has(coin));
    for (const coin of monthCoins) {
      const [row] = await ctx.db.query<{ amount: bigint }>(sql`
        SELECT coalesce(-sum(amount), 0) AS amount FROM balances
         WHERE asset = ${coin} AND (account LIKE 'ext:network:%' OR account LIKE 'ext:chain:%')`);
      this.#equal(`wallet ${coin}`, row?.amount ?? 0n, wallets.held(coin));
    }
  }

  #equal(where: string, ledger: bigint, world: bigint): void {
    if (ledger !== world)
      this.wrong.push(
        `${where}: ${formatAmount(ledger)} by the ledger, and ${formatAmount(world)} in the world`,
      );
  }
}
