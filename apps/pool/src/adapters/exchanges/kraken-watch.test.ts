import { parseAmount } from '@openlode/money/amount';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { krakenFace, krakenLogin } from './testing/kraken-face.ts';
import { sampleVenue } from './testing/sample-venue.ts';
import { serveVenue, type VenueServer } from './testing/venue-server.ts';
import { watchKraken } from './kraken-watch.ts';

let now = 1_700_000_000_000;
const clock = () => now;
const venue = sampleVenue(clock, 'USD');
let server: VenueServer;
beforeAll(async () => {
  server = await serveVenue(krakenFace(venue, {}, clock));
});
afterAll(() => server.close());

const limits = { callMs: 2000, bytesMax: 100_000 };
const watch = () => watchKraken({ url: server.url, ...krakenLogin, now: clock, limits });

it('reads what an account has, where it takes a coin, and what has come in, by transaction', async () => {
  const kraken = watch();
  expect((await kraken.balances()).get('LTC')).toEqual({
    available: parseAmount('1000'),
    total: parseAmount('1000'),
  });
  expect(await kraken.depositAddress('LTC', 'LTC')).toEqual({
    address: 'deposit-XLTC-Litecoin',
    memo: '',
  });
  venue.deposit('LTC', 'Litecoin', parseAmount('3'), { txid: 'ab', isDone: true });
  expect(await kraken.transfers('deposit', 'LTC', now)).toMatchObject([
    { txid: 'ab', amount: parseAmount('3'), fee: 0n, state: 'done' },
  ]);
});

it('refuses a coin on a network that it does not know, and can neither trade nor withdraw', async () => {
  const kraken = watch();
  await expect(async () => kraken.depositAddress('USDT', 'ETH')).rejects.toThrow('not taken on ETH');
  expect(Object.keys(kraken).toSorted()).toEqual([
    'balances',
    'depositAddress',
    'marketNow',
    'markets',
    'name',
    'transfers',
  ]);
});

it('shares a key with another process of the machine, one call after another', async () => {
  now += 1000;
  const [one, two] = [watch(), watch()];
  await one.balances();
  now += 1;
  await two.balances();
  now += 1;
  await expect(one.balances()).resolves.toBeDefined();
});

it('reads markets with their steps, what is offered there, when that changed, and what was traded in a day', async () => {
  const kraken = watch();
  const found = (await kraken.markets()).find(({ base, quote }) => base === 'LTC' && quote === 'USD');
  expect(found).toMatchObject({
    amountStep: parseAmount('0.0001'),
    priceStep: parseAmount('0.01'),
    amountMin: parseAmount('0.001'),
    valueMin: parseAmount('3'),
  });
  expect(await watch().marketNow({ base: 'LTC', quote: 'USD' })).toEqual({
    bids: [
      { price: parseAmount('99.9'), amount: parseAmount('50') },
      { price: parseAmount('99.5'), amount: parseAmount('200') },
    ],
    asks: [
      { price: parseAmount('100'), amount: parseAmount('2') },
      { price: parseAmount('100.5'), amount: parseAmount('300') },
    ],
    dayVolume: parseAmount('100000'),
    changedAt: Math.floor(now / 1000) * 1000,
  });
  await expect(kraken.marketNow({ base: 'LTC', quote: 'XMR' })).rejects.toThrow('LTC is not traded for XMR');
});
