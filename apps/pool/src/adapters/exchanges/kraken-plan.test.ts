import { conversionAccount, miningAccount } from '@openlode/ledger/accounts';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LimitOrder, WatchedExchange } from '../../domain/kernel/exchange.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { openMiner } from '../../testing/payouts/payout-world.ts';
import { createPlaceKit, type PlaceKit } from '../../testing/payouts/place-kit.ts';
import { krakenExchange } from './kraken-exchange.ts';
import { watchKraken } from './kraken-watch.ts';
import { unpacedKraken } from './kraken-pace.ts';
import { krakenFace, krakenLogin } from './testing/kraken-face.ts';
import { sampleVenue } from './testing/sample-venue.ts';
import type { StandInVenue } from './testing/stand-in-venue.ts';
import { serveVenue, type VenueServer } from './testing/venue-server.ts';

let kit: PlaceKit;
const now = (): number => kit.ctx.clock.now();
let venue: StandInVenue;
let server: VenueServer;
const limits = { callMs: 2000, bytesMax: 100_000 };
const options = () => ({ url: server.url, ...krakenLogin, now, limits, pace: unpacedKraken });

beforeAll(async () => {
  kit = await createPlaceKit('pglite');
  await kit.begin();
  venue = sampleVenue(now, 'USD');
  server = await serveVenue(krakenFace(venue, {}, now));
  const kraken = watchKraken(options());
  const exchange: WatchedExchange = {
    ...kraken,
    depositAddress: async (coin, network) => {
      const answer = await kraken.depositAddress(coin, network);
      return { ...answer, networkAddress: answer.address };
    },
  };
  kit.exchanges = [exchange];
});
afterAll(async () => {
  await server.close();
  await kit.close();
});

async function convert(asset: string, amount: string, miner?: bigint): Promise<void> {
  const postings = [
    { account: conversionAccount, asset, amount: parseAmount(amount) },
    {
      account: miner === undefined ? ('ext:suite' as const) : miningAccount(miner),
      asset,
      amount: -parseAmount(amount),
    },
  ];
  await kit.ctx.db.transaction((tx) =>
    bookEntry(tx, { key: `given ${asset}`, kind: 'given', at: kit.ctx.clock.now(), postings }),
  );
}

it('plans by the offers of Kraken what Kraken takes and fills, within what the plan said [L16]', async () => {
  await kit.look();
  for (const [coin, amount] of [
    ['LTC', '1000'],
    ['USD', '500000'],
  ] as const)
    expect(await kit.open(amount, coin)).toEqual({ kind: 'booked', amount });
  await kit.look();
  kit.ctx.prices.set('LTC', '100');
  kit.ctx.prices.set('XMR', '200');
  await convert('LTC', '8.00005');
  await convert('XMR', '-2', await openMiner(kit.ctx));

  // Nothing of XMR was begun: the pool does not know what is there.
  expect((await kit.trades()).left).toMatchObject([
    { coin: 'XMR', amount: '2', why: 'place-closed' },
    { coin: 'LTC', amount: '0.00005', why: 'below-step' },
  ]);
  expect(venue.orders).toEqual([]);

  // Kraken has nothing of it: that is what it is begun with.
  await kit.look();
  expect(await kit.open('0', 'XMR')).toEqual({ kind: 'booked', amount: '0' });
  await kit.look();
  const plan = await kit.trades();
  expect(
    plan.orders.map(({ side, amount, base, price, quote }) => [side, amount, base, price, quote]),
  ).toEqual([
    ['sell', '8', 'LTC', '99.5', 'USD'],
    ['buy', '2', 'XMR', '201', 'USD'],
  ]);
  expect(venue.orders).toEqual([]);

  // By hand, with an adapter that the pool does not load.
  kit.ctx.advance(1000);
  const trader = krakenExchange({ ...options(), networks: [] });
  for (const [index, { side, amount, base, price, quote }] of plan.orders.entries()) {
    const order: LimitOrder = {
      id: `by-hand-${index}`,
      side,
      base,
      quote,
      amount: parseAmount(amount),
      price: parseAmount(price),
      madeAt: kit.ctx.clock.now(),
    };
    expect(await trader.place(order)).toMatchObject({ kind: 'accepted' });
    expect(await trader.lookUpOrder(order)).toMatchObject({ kind: 'found', filled: order.amount });
  }
  expect(plan.positions.map(({ coin, exchangeAfter }) => [coin, exchangeAfter])).toEqual([
    ['DOGE', '0'],
    ['LTC', '992'],
    ['USD', '500394'],
    ['XMR', '2'],
  ]);
  // Filled at 99.9 and at 201, less what the stand-in takes in dollars: a five-hundredth.
  expect(['LTC', 'USD', 'XMR'].map((coin) => formatAmount(venue.balances.get(coin) ?? 0n))).toEqual([
    '992',
    '500394.7976',
    '2',
  ]);
  // What is traded by hand is a difference, named until it is booked.
  kit.ctx.advance(1000);
  await kit.look(2);
  const differing = (await kit.places()).filter(({ state }) => state === 'difference');
  expect(differing.map(({ coin }) => coin).toSorted()).toEqual(['LTC', 'USD', 'XMR']);
});
