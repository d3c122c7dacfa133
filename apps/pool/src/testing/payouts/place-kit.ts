import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Engine } from '../../runtime/database/testing/create-test-database.ts';
import type {
  ExchangeTransfer,
  MarketOffers,
  MarketTerms,
  WatchedExchange,
} from '../../domain/kernel/exchange.ts';
import { checkTransits } from '../../domain/operations/audit/check-transits.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { correctPlace, openPlace, type PlaceOutcome } from '../../domain/treasury/places/operate-places.ts';
import { askPlaceAddress } from '../../domain/treasury/places/place-addresses.ts';
import { watchPlaces } from '../../domain/treasury/places/watch-places.ts';
import { planTradesNow, type TradePlanView } from '../../domain/treasury/trade-plan.ts';
import { writeOffTransit } from '../../domain/treasury/places/write-off-transit.ts';
import { type ListedPlace, listPlaces } from '../../domain/views/list-places.ts';
import { SweepKit } from './sweep-kit.ts';

type Deposit = Partial<Pick<ExchangeTransfer, 'amount' | 'fee' | 'state' | 'exchangeId'>>;

/** The pool of a `SweepKit` with an account at a stand-in for an exchange, which says what a suite lets it say. */
export class PlaceKit extends SweepKit {
  /** What it has of DOGE. */
  balance = 0n;
  /** And of other coins. */
  others: ReadonlyMap<string, bigint> = new Map();
  address = 'DExchange';
  memo = '';
  records: ExchangeTransfer[] = [];
  markets: readonly (MarketTerms & { readonly now: MarketOffers })[] = [];
  /** What is not held by orders, where that is less. */
  available: ReadonlyMap<string, bigint> = new Map();
  /** A market takes this time to answer, and may do something else. */
  answerMs = 0;
  onMarket: (name: string) => void = () => undefined;
  /** It does not answer these. */
  silent: ReadonlySet<keyof WatchedExchange> = new Set();
  /** Happens between the two readings of a look. */
  meanwhile: () => Promise<void> = async () => undefined;
  #numbered = 0;

  override async begin(): Promise<void> {
    this.balance = 0n;
    this.others = new Map();
    this.address = 'DExchange';
    this.memo = '';
    this.records = [];
    this.markets = [];
    this.available = new Map();
    this.answerMs = 0;
    this.onMarket = () => undefined;
    this.silent = new Set();
    this.meanwhile = async () => undefined;
    this.exchanges = [this.#exchange()];
    await super.begin();
  }

  /** Looks at the exchange, a minute after the last look. */
  async look(times = 1): Promise<readonly string[]> {
    const faults: string[] = [];
    for (let time = 0; time < times; time += 1) {
      const pause = () => this.meanwhile();
      await watchPlaces({ ...this.context(), pause }, (place, error) => {
        faults.push(`${place}: ${(error as Error).message}`);
      });
      this.ctx.advance(60_000);
    }
    return faults;
  }

  /** Begins DOGE with what the exchange has, and looks until that is equal. */
  async opened(balance = 0n): Promise<void> {
    this.balance = balance;
    await this.look();
    const outcome = await this.open(formatAmount(balance));
    if (outcome.kind !== 'booked') throw new Error(JSON.stringify(outcome));
    await this.look();
  }

  async askAddress(): Promise<void> {
    const [exchange] = this.exchanges;
    if (exchange !== undefined)
      await askPlaceAddress(this.context(), exchange, { coin: 'DOGE', network: 'DOGE' });
  }

  open(amount: string, coin = 'DOGE'): Promise<PlaceOutcome> {
    return openPlace(this.context(), { place: 'kraken', coin, amount, reason: 'it is mine' });
  }

  correct(amount: string, atMost = '1000'): Promise<PlaceOutcome> {
    const request = { place: 'kraken', coin: 'DOGE', amount, atMost, reason: 'looked up' };
    return correctPlace(this.context(), request);
  }

  writeOff(sweep: string): Promise<PlaceOutcome> {
    return writeOffTransit(this.context(), { sweep, reason: 'it is lost' });
  }

  trades(): Promise<TradePlanView> {
    return planTradesNow({ ...this.context(), tradeCaps: this.tradeCaps });
  }

  places(): Promise<ListedPlace[]> {
    return listPlaces(this.ctx);
  }

  /** The states of what is listed, by place. */
  async states(): Promise<Readonly<Record<string, string>>> {
    return Object.fromEntries((await this.places()).map(({ place, state }) => [place, state]));
  }

  /** The exchange has it in its record; credited too unless it is not done. */
  credit(txid: string, amount: bigint, more: Deposit = {}): void {
    this.#numbered += 1;
    const record: ExchangeTransfer = {
      kind: 'deposit',
      exchangeId: `record-${this.#numbered}`,
      id: undefined,
      coin: 'DOGE',
      address: this.address,
      amount,
      fee: 0n,
      state: 'done',
      txid,
      at: this.ctx.clock.now(),
      ...more,
    };
    this.records.push(record);
    if (record.state === 'done') this.balance += record.amount;
  }

  /** A sweep of this many DOGE to the exchange that is final, and has left the wallet. */
  async sent(amount: bigint): Promise<{ readonly txid: string; readonly sweep: string }> {
    const outcome = await this.sweep(formatAmount(amount), { to: 'kraken' });
    if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
    const { txid, sweep } = outcome;
    await this.follow();
    this.chain.mine(txid, 2);
    this.held -= amount + 8n;
    await this.follow(4);
    return { txid, sweep };
  }

  /** By account, of those that have anything; in DOGE. */
  async ledger(): Promise<Readonly<Record<string, string>>> {
    const rows = await this.ctx.db.query<{ account: string; amount: bigint }>(sql`
      SELECT account, amount FROM balances WHERE asset = 'DOGE' AND amount <> 0 AND account <> 'pool:network-fees' ORDER BY account`);
    return Object.fromEntries(
      rows.map(({ account, amount }) => [
        account,
        // Without what networks took for it.
        formatAmount(
          account === 'ext:network:DOGE' ? ((amount - 5n * 10n ** 9n) / 10n ** 10n) * 10n ** 10n : amount,
        ),
      ]),
    );
  }

  async findings(): Promise<readonly string[]> {
    return (await checkTransits(this.ctx.db)).map(
      ({ account, expected, found }) => `${account} ${expected} ${found}`,
    );
  }

  #exchange(): WatchedExchange {
    const answer = async <T>(call: keyof WatchedExchange, result: () => T): Promise<T> => {
      if (this.silent.has(call)) throw new Error(`no answer of ${call}`);
      return result();
    };
    return {
      name: 'kraken',
      markets: () => answer('markets', () => this.markets.map(({ now, ...terms }) => terms)),
      marketNow: (market) =>
        answer('marketNow', () => {
          this.onMarket(`${market.base}/${market.quote}`);
          this.ctx.advance(this.answerMs);
          const found = this.markets.find(
            ({ base, quote }) => base === market.base && quote === market.quote,
          );
          if (found === undefined) throw new Error('no such market');
          return found.now;
        }),
      balances: () =>
        answer(
          'balances',
          () =>
            new Map(
              [['DOGE', this.balance] as const, ...this.others].map(([coin, total]) => [
                coin,
                { available: this.available.get(coin) ?? total, total },
              ]),
            ),
        ),
      depositAddress: () =>
        answer('depositAddress', () => ({
          address: this.address,
          networkAddress: this.address,
          memo: this.memo,
        })),
      transfers: (kind, coin, since) =>
        answer('transfers', () =>
          this.records.filter(
            (each) => each.kind === kind && each.coin === coin && each.at >= since - 3_600_000,
          ),
        ),
    };
  }
}

export async function createPlaceKit(engine: Engine): Promise<PlaceKit> {
  const ctx: TestContext = await createTestContext(engine);
  return new PlaceKit(ctx);
}
