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
  expect(Object.keys(kraken).toSorted()).toEqual(['balances', 'depositAddress', 'name', 'transfers']);
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
