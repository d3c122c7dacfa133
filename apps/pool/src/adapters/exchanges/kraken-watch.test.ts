import { parseAmount } from '@openlode/money/amount';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpectedCoin, TakenCoin } from '../../domain/kernel/exchange.ts';
import { krakenNamesWith } from './kraken-names.ts';
import { unpacedKraken } from './kraken-pace.ts';
import { krakenFace, krakenLogin, type TakenAssets } from './testing/kraken-face.ts';
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
const watch = () => watchKraken({ url: server.url, ...krakenLogin, now: clock, limits, pace: unpacedKraken });

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
    'takes',
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

describe('what other pools pay in', () => {
  const alph = { coin: 'ALPH', exchangeCoin: 'ALPHX' };
  const address = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH';
  const usual = { methods: ['Alephium'], addresses: [{ address }] };

  async function asking(
    taken: TakenAssets,
    expected: ExpectedCoin = alph,
  ): Promise<readonly [TakenCoin, () => Promise<unknown>]> {
    const names = krakenNamesWith([expected]);
    const other = sampleVenue(clock, 'USD');
    const asked = await serveVenue(krakenFace(other, {}, clock, { names, taken }));
    now += 1000;
    const kraken = watchKraken({
      url: asked.url,
      ...krakenLogin,
      now: clock,
      limits,
      pace: unpacedKraken,
      expected: [expected],
    });
    const answer = await kraken.takes(expected.coin);
    return [
      answer,
      async () => {
        other.deposit(expected.coin, 'Alephium', parseAmount('3'), { txid: 'ab', isDone: true });
        const found = [
          (await kraken.balances()).get(expected.coin),
          await kraken.transfers('deposit', expected.coin, now),
        ];
        await asked.close();
        return found;
      },
    ];
  }

  it('is held under the name of the settings, with its balance and its record', async () => {
    const [answer, come] = await asking({ ALPHX: usual });
    expect(answer).toEqual({ kind: 'taken', addresses: [address] });
    expect(await come()).toMatchObject([
      { total: parseAmount('3') },
      [{ coin: 'ALPH', txid: 'ab', amount: parseAmount('3'), state: 'done' }],
    ]);
    const bySymbol = await asking({ ALPH: usual }, { coin: 'ALPH' });
    expect(bySymbol[0]).toEqual({ kind: 'taken', addresses: [address] });
  });

  it.each<[name: string, taken: TakenAssets, expected: ExpectedCoin, why: string]>([
    ['it has no such coin', { ALPH: usual }, alph, 'kraken has no ALPHX'],
    [
      'its balances have it under another name',
      { ALPHX: { ...usual, key: 'XALPH' } },
      alph,
      'what kraken calls ALPHX here, it calls XALPH itself',
    ],
    ['it names no way in', { ALPHX: { ...usual, methods: [] } }, alph, 'kraken names no way in for ALPHX'],
    [
      'it names several',
      { ALPHX: { ...usual, methods: ['Alephium', 'Bridged'] } },
      alph,
      'kraken takes ALPHX by Alephium, Bridged: say which of them the other pool pays by (exchangeNetwork)',
    ],
    [
      'it has not the one that is named',
      { ALPHX: usual },
      { ...alph, exchangeNetwork: 'Bridged' },
      'kraken takes ALPHX by Alephium, and not by Bridged',
    ],
    [
      'the account has no address for it that is valid',
      { ALPHX: { ...usual, addresses: [{ address, expiretm: '1' }] } },
      alph,
      'kraken has no address of this account for ALPHX by Alephium: make one there',
    ],
    [
      'it wants a memo beside the address',
      { ALPHX: { ...usual, addresses: [{ address, memo: '7' }] } },
      alph,
      'kraken wants a memo beside its addresses of ALPHX, which no other pool writes',
    ],
  ])('is not taken where %s', async (_name, taken, expected, why) => {
    const [answer] = await asking(taken, expected);
    expect(answer).toEqual({ kind: 'not-taken', why });
  });

  it('is taken by the way that is named, also while that is closed, which is said', async () => {
    const two = { ...usual, methods: ['Alephium', 'Bridged'], status: 'funding_temporarily_disabled' };
    const [answer] = await asking({ ALPHX: two }, { ...alph, exchangeNetwork: 'Bridged' });
    expect(answer).toEqual({
      kind: 'taken',
      addresses: [address],
      closed: 'kraken says that ALPHX is funding_temporarily_disabled',
    });
  });

  it('is not known where it does not answer', async () => {
    const silent = watchKraken({
      url: 'http://127.0.0.1:1',
      ...krakenLogin,
      now: clock,
      limits,
      pace: unpacedKraken,
      expected: [alph],
    });
    await expect(silent.takes('ALPH')).rejects.toThrow();
  });
});
