import { conversionAccount, exchangeAccount } from '@openlode/ledger/accounts';
import { openingEntry } from '@openlode/ledger/place-entries';
import { parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { followOrders, sendOrder } from '../../../domain/treasury/orders/follow-order.ts';
import { selectOrders } from '../../../domain/treasury/orders/order-rows.ts';
import { lastOrderNumber, storeOrder } from '../../../domain/treasury/orders/store-order.ts';
import { readBooked } from '../../../domain/treasury/places/watch-places.ts';
import type { TestContext } from '../../../domain/testing/create-test-context.ts';
import { untilAnswered } from './ask-once.ts';
import { blindExchange } from './blind-exchange.ts';
import { DealtFaults } from './dealt-faults.ts';
import type { LostAnswersOptions } from './lost-answers.ts';
import { meanInRounds } from './mean-in-rounds.ts';
import { patientExchange } from './patient-exchange.ts';
import { sampleVenue } from './sample-venue.ts';
import { serveVenue } from './venue-server.ts';

/** A pool of a suite, with what its process has. */
interface OrderingPool {
  readonly ctx: TestContext;
  context(): Omit<Parameters<typeof storeOrder>[0], 'random'>;
}

export interface LostOrders {
  readonly faults: number;
  readonly byFault: Readonly<Record<string, number>>;
  readonly meant: number;
  /** Rows, those that were never taken among them. */
  readonly stored: number;
  readonly taken: number;
  /** Orders that were taken more than once, or never. */
  readonly double: number;
  readonly missing: number;
  /** Of what the venue traded, how many trades are booked; and the coins of which it has something else than the ledger. */
  readonly traded: number;
  readonly booked: number;
  readonly differing: readonly string[];
}

const most = 10n ** 40n;

/** An order of 0.1 LTC, a little below the price. */
function sale(quote: string) {
  const price = { usd: '100', askUsd: '100', isThin: false };
  return {
    order: {
      base: 'LTC',
      quote,
      side: 'sell' as const,
      isNetting: false,
      amount: parseAmount('0.1'),
      price: parseAmount('99.9'),
      value: parseAmount('9.99'),
      usd: parseAmount('10'),
    },
    prices: { base: price, quote: { ...price, usd: '1', askUsd: '1' } },
    caps: { orderUsd: most, hourUsd: most, dayUsd: most, exposureUsd: most, lossUsd: most },
    reason: 'suite',
  };
}

/**
 * Means an order in each round, as a row that is stored, sent once and looked up, and loses the answer to the first attempt in every way in turn, to later
 * ones by chance. What is taken late is taken before the first look, between looks, or when its time is over.
 */
export async function loseOrders(
  kit: OrderingPool,
  {
    quote,
    face,
    open,
    random,
    rounds,
    aheadMs,
    isBlind = false,
  }: Pick<LostAnswersOptions, 'quote' | 'face' | 'open' | 'random' | 'rounds' | 'aheadMs' | 'isBlind'>,
): Promise<LostOrders> {
  const { clock, db } = kit.ctx;
  const itsNow = (): number => clock.now() - aheadMs;
  const venue = sampleVenue(itsNow, quote);
  const server = await serveVenue(face(venue, itsNow));
  const ctx = { ...kit.context(), random: kit.ctx.random };
  const dealt = new DealtFaults(random);
  server.faultOf = () => dealt.next();
  try {
    const opened = patientExchange(await untilAnswered(() => open(server.url, () => clock.now())));
    const exchange = isBlind ? blindExchange(opened, venue) : opened;
    const place = exchange.name;
    for (const coin of ['LTC', quote]) {
      const entry = openingEntry(place, coin, venue.balances.get(coin) ?? 0n, clock.now());
      await db.transaction((tx) => bookEntry(tx, entry));
    }
    await giveConverted(kit, 'LTC', '500');
    const { double, missing } = await meanInRounds(
      {
        async send() {
          const request = { ...sale(quote), place, after: await lastOrderNumber(db, place) };
          const stored = await storeOrder(ctx, request);
          if (stored.kind === 'refused') throw new Error(stored.why);
          await sendOrder(ctx, exchange, stored.id);
          return stored.id;
        },
        async look(id) {
          await followOrders(ctx, exchange);
          const [row] = await selectOrders(db, sql`WHERE id = ${id}`);
          return row?.state ?? '';
        },
        over: ['filled', 'cancelled', 'refused'],
        taken: () => venue.orders.length,
      },
      kit.ctx,
      { dealt, server, random, rounds },
    );
    const said = await opened.balances();
    const booked = await readBooked(db, place);
    const [count] = await db.query<{ fills: bigint; orders: bigint }>(
      sql`SELECT (SELECT count(*) FROM trade_fills) AS fills, (SELECT count(*) FROM trade_orders) AS orders`,
    );
    return {
      faults: dealt.faults,
      byFault: dealt.byFault,
      double,
      missing,
      meant: rounds,
      stored: Number(count?.orders ?? 0n),
      taken: venue.orders.length,
      traded: venue.fills.length,
      booked: Number(count?.fills ?? 0n),
      differing: ['LTC', quote].filter((coin) => said.get(coin)?.total !== booked.get(coin)),
    };
  } finally {
    await server.close();
  }
}

async function giveConverted({ ctx }: OrderingPool, asset: string, amount: string): Promise<void> {
  const units = parseAmount(amount);
  const postings = [
    { account: conversionAccount, asset, amount: units },
    { account: exchangeAccount('suite'), asset, amount: -units },
  ];
  await ctx.db.transaction((tx) =>
    bookEntry(tx, { key: `given ${asset}`, kind: 'given', at: ctx.clock.now(), postings }),
  );
}
