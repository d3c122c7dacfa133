import { coins } from '@openlode/catalogue/coins';
import { describe, expect, it } from 'vitest';
import { askedCoins, whyNotAsked } from './coin-ids.ts';
import { coingecko } from './coingecko.ts';
import { coinpaprika } from './coinpaprika.ts';
import { gate } from './gate.ts';
import { kraken } from './kraken.ts';
import { offeredSources } from './offered-sources.ts';
import type { BackingShape, SourceShape } from './source-shape.ts';

const ticker = (id: string, symbol: string, more: object = {}) => ({
  id,
  symbol,
  name: symbol,
  rank: 1,
  last_updated: '2026-01-15T12:00:00Z',
  quotes: { USD: { price: 1.5e-7, volume_24h: 20_000, market_cap: 1 } },
  ...more,
});
const market = (id: string, symbol: string, more: object = {}) => ({
  id,
  symbol,
  current_price: 0.0525,
  total_volume: 20_000_000,
  last_updated: '2026-01-15T12:00:00.123Z',
  ...more,
});
const price = (usd: string, at: number, dayVolumeUsd: number) => ({
  kind: 'price',
  price: { bid: usd, ask: usd, mid: usd },
  unit: 'USD',
  at,
  state: undefined,
  dayVolumeUsd,
});
function backingShape({ backing }: SourceShape): BackingShape {
  if (!('read' in backing)) throw new Error('it is an exchange');
  return backing;
}
const silent = (why: string) => ({ kind: 'silent', why });

describe('the tables of ids', () => {
  it.each(offeredSources)('name every coin of the catalogue, or say why not: $name', ({ ids }) => {
    expect(Object.keys(ids).toSorted()).toEqual(coins.map(({ symbol }) => symbol).toSorted());
    for (const { symbol, delisted } of coins)
      expect(whyNotAsked(ids, symbol) === 'not asked: it is delisted').toBe(delisted);
    const asked = askedCoins(ids);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length);
    for (const { id } of asked) expect(id).toMatch(/^[\w-]+$/);
  });

  it('are asked about this number of coins', () => {
    expect(offeredSources.map(({ name, ids }) => `${name} ${askedCoins(ids).length}`)).toEqual([
      'coinpaprika 101',
      'coingecko 109',
      'gate 87',
      'kraken 65',
    ]);
  });

  it('say why a coin is not asked for', () => {
    expect(whyNotAsked(coinpaprika.ids, 'KLS')).toBe('not asked: what this source calls it is not confirmed');
    expect(whyNotAsked(gate.ids, 'USDT')).toBe('not asked: this source prices in it');
    expect(whyNotAsked(gate.ids, 'SKY')).toBe('not asked: this source has another coin of that symbol');
    expect(whyNotAsked(kraken.ids, 'XXX')).toBe('not in the table of this source');
  });
});

describe('the calls of a month', () => {
  const month = 31 * 86_400_000;
  /** Of a process that is started so often. */
  const calls = ({ everyMs, backing }: SourceShape, starts: number) => {
    if ('venue' in backing) throw new Error('it is an exchange');
    const { atOnce, everyMs: refillMs } = backing.budget;
    return Math.ceil(month / everyMs) + Math.ceil(month / refillMs) + starts * (atOnce + 1);
  };

  it('stay within what aggregators give away, also where a process is started ten times', () => {
    expect(calls(coinpaprika, 1)).toBe(12_006);
    expect(calls(coinpaprika, 10)).toBeLessThan(20_000);
    expect(calls(coingecko, 1)).toBe(8969);
    expect(calls(coingecko, 10)).toBeLessThan(10_000);
  });
});

describe('coinpaprika', () => {
  it('reads prices by id, and takes none of an id that names another coin, has no price or is hardly traded', () => {
    const said = coinpaprika.readPrices([
      ticker('btc-bitcoin', 'BTC', { quotes: { USD: { price: 102_400.25, volume_24h: 9e10 } } }),
      ticker('pepe-pepe', 'PEPE'),
      ticker('erg-ergo', 'ERG'),
      ticker('kas-kaspa', 'KASPA'),
      ticker('xel-xelis', 'XEL', { quotes: { USD: { price: 0.01, volume_24h: 9999 } } }),
      ticker('rvn-ravencoin', 'RVN', { quotes: {} }),
      ticker('miota-iota', 'MIOTA'),
      null,
      ticker('ltc-litecoin', 'LTC', { last_updated: null }),
      ticker('doge-dogecoin', 'DOGE', { quotes: { USD: { price: -1, volume_24h: 9e9 } } }),
    ]);
    const at = Date.UTC(2026, 0, 15, 12);
    expect(Object.fromEntries(said)).toEqual({
      BTC: price('102400.25', at, 9e10),
      PEPE: price('0.00000015', at, 20_000),
      IOTA: price('0.00000015', at, 20_000),
      KAS: silent('its id names "KASPA", not KAS'),
      XEL: silent('too little was traded in the last day'),
      RVN: silent('it has no price of it'),
      LTC: silent('it has no price of it'),
      DOGE: silent('it has no price of it'),
    });
    for (const body of [{}, 'text', null]) expect(() => coinpaprika.readPrices(body)).toThrow('not a');
  });

  it('reads what a price rests on from shares of the volume, without outliers and what is no spot market', () => {
    const shape = backingShape(coinpaprika);
    const read = (body: unknown) => shape.read(body);
    const at = (exchange_id: string, share: number, more: object = {}) => ({
      exchange_id,
      category: 'Spot',
      outlier: false,
      adjusted_volume_24h_share: share,
      ...more,
    });
    expect(shape.path('kas-kaspa')).toBe('/v1/coins/kas-kaspa/markets?quotes=USD');
    expect(read([at('gateio', 30), at('gateio', 21), at('kraken', 49)])).toEqual({
      kind: 'venue',
      venue: 'gate',
    });
    expect(read([at('gateio', 40), at('kraken', 35), at('mexc', 25)])).toEqual({ kind: 'broad' });
    // Two names of one exchange are one, and what is not in the table may be one exchange as well.
    expect(read([at('huobi', 30), at('htx', 25), at('kraken', 45)])).toEqual({ kind: 'venue', venue: 'htx' });
    expect(read([at('tradeogre', 33), at('xeggex', 33), at('exbitron', 34)])).toEqual({ kind: 'unknown' });
    expect(read([at('tradeogre', 40), at('gateio', 35), at('kraken', 25)])).toEqual({ kind: 'unknown' });
    expect(read([at('tradeogre', 9), at('gateio', 40), at('kraken', 26), at('mexc', 25)])).toEqual({
      kind: 'broad',
    });
    expect(
      read([at('binance', 90, { outlier: true }), at('okx', 90, { category: 'Derivatives' }), at('htx', 1)]),
    ).toEqual({ kind: 'venue', venue: 'htx' });
    expect(() => read([])).toThrow('the answer names no volume');
  });
});

describe('coingecko', () => {
  it('asks for all coins at once, and reads prices by id', () => {
    expect(coingecko.pricesPath).toContain('ids=bitcoin%2Cethereum%2C');
    const said = coingecko.readPrices([
      market('kaspa', 'kas'),
      market('beam-2', 'beam'),
      market('xelis', 'xel', { current_price: null }),
    ]);
    expect(Object.fromEntries(said)).toEqual({
      KAS: price('0.0525', Date.UTC(2026, 0, 15, 12, 0, 0, 123), 20_000_000),
      XEL: silent('it has no price of it'),
    });
    // The shape of its answers to calls that it refuses.
    expect(() => coingecko.readPrices({ status: { error_code: 429 } })).toThrow('the answer is not a list');
  });

  it('reads what a price rests on from volumes in dollars, without what is stale', () => {
    const shape = backingShape(coingecko);
    const at = (identifier: string, usd: number, more: object = {}) => ({
      base: 'KAS',
      market: { name: identifier, identifier },
      converted_volume: { usd },
      is_anomaly: false,
      is_stale: false,
      ...more,
    });
    const read = (...tickers: object[]) => shape.read({ name: 'Kaspa', tickers });
    expect(read(at('gate', 51), at('kraken', 49))).toEqual({ kind: 'venue', venue: 'gate' });
    expect(read(at('gate', 51), at('mxc', 90, { is_stale: true }))).toEqual({ kind: 'venue', venue: 'gate' });
    expect(read(at('gate', 40), at('mxc', 40), at('gdax', 40))).toEqual({ kind: 'broad' });
  });
});

describe('gate and kraken', () => {
  it('read the middle of bid and ask of their own markets, in the currency that they price in', () => {
    const pair = (currency_pair: string, more: object = {}) => ({
      currency_pair,
      last: '0.05',
      lowest_ask: '0.0501',
      highest_bid: '0.0499',
      base_volume: '9000000',
      quote_volume: '450000',
      ...more,
    });
    expect(
      Object.fromEntries(
        gate.readPrices([
          pair('KAS_USDT'),
          pair('KAS_BTC'),
          pair('RVN_USDT', { lowest_ask: '' }),
          pair('XNO_USDT', { highest_bid: '0.04' }),
          pair('ETC_USDT', { highest_bid: '0.06' }),
          pair('ZIL_USDT', { base_volume: '1000' }),
        ]),
      ),
    ).toEqual({
      KAS: {
        kind: 'price',
        price: { bid: '0.0499', ask: '0.0501', mid: '0.05' },
        unit: 'USDT',
        at: undefined,
        state: '0.0499 0.0501 0.05',
        dayVolumeUsd: 0,
      },
      RVN: silent('nothing is bid, or nothing is asked'),
      XNO: silent('bid and ask are more than two percent apart'),
      ETC: silent('it bids more than it asks'),
      ZIL: silent('too little was traded in the last day'),
    });
    const result = {
      XXBTZUSD: {
        a: ['102401.0', '1', '1.0'],
        b: ['102399.0', '1', '1.0'],
        c: ['102400.0', '0.1'],
        v: ['1', '900'],
      },
      USDTZUSD: { a: ['1.0001', '1', '1'], b: ['0.9999', '1', '1'], c: ['1', '1'], v: ['1', '90000000'] },
      XDGUSD: {},
      KASEUR: { a: ['1'], b: ['1'], c: ['1'], v: ['1', '1'] },
    };
    expect(Object.fromEntries(kraken.readPrices({ error: [], result }))).toMatchObject({
      BTC: { price: { bid: '102399.0', ask: '102401.0', mid: '102400' }, unit: 'USD' },
      USDT: { price: { bid: '0.9999', ask: '1.0001', mid: '1' } },
      DOGE: silent('nothing is bid, or nothing is asked'),
    });
    expect(() => kraken.readPrices({ error: ['EGeneral:Too many requests'] })).toThrow(
      'it says "EGeneral:Too many requests"',
    );
  });
});
