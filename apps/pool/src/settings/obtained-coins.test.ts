import { expect, it } from 'vitest';
import { coinMeans, isObtained } from './obtained-coins.ts';

const chain = { coin: 'LTC', address: '', tag: '', nodes: [] };
const rates = [{ source: 'coinpaprika' }, { source: 'coingecko' }];
const pool = {
  chains: [
    { ...chain, merged: [{ coin: 'DOGE', address: '', nodes: [] }] },
    { ...chain, coin: 'BTC', mined: false as const },
  ] as const,
  rates,
};
const trading = [{ tradeKeyFile: '/key' }];
const float = { network: 'ETH', ceiling: 9n };

it('names how a pool comes by what it owes: mined, bought with a key that trades, or kept', () => {
  const bare = coinMeans({ ...pool }, []);
  const byCoin = (means: ReturnType<typeof coinMeans>) =>
    ['LTC', 'DOGE', 'BTC', 'LINK', 'BABYDOGE'].map((coin) => `${coin} ${means(coin)}`);
  expect(byCoin(bare)).toEqual(['LTC mined', 'DOGE mined', 'BTC no-way', 'LINK no-way', 'BABYDOGE no-way']);
  // A key that only looks buys nothing.
  expect(byCoin(coinMeans({ ...pool }, [{}]))).toEqual(byCoin(bare));
  expect(coinMeans({ ...pool }, trading)('BTC')).toBe('bought');
  expect(coinMeans({ ...pool }, trading)('BABYDOGE')).toBe('no-way');
  const stocked = {
    ...pool,
    floats: [
      { ...float, coin: 'LINK', target: 5n },
      { ...float, coin: 'BABYDOGE', target: 0n },
    ],
  };
  expect(['LINK', 'BABYDOGE'].map(coinMeans(stocked, []))).toEqual(['stocked', 'no-way']);
  const exchangeRail = {
    venue: 'kraken' as const,
    keyFile: '/pay',
    coins: [{ coin: 'XRP', network: 'XRP', method: 'x', least: 1n, step: 1n, feeMax: 1n }],
  };
  expect(coinMeans({ ...pool, exchangeRail }, [])('XRP')).toBe('stocked');
});

it('owes nothing by conversion in a coin that fewer than two sources price', () => {
  const floats = [{ ...float, coin: 'NEXA', target: 5n }];
  // CoinGecko alone is asked about it.
  expect(coinMeans({ ...pool, floats }, [])('NEXA')).toBe('no-price');
  expect(
    coinMeans(
      { ...pool, floats: [{ ...float, coin: 'LINK', target: 5n }], rates: rates.slice(0, 1) },
      [],
    )('LINK'),
  ).toBe('no-price');
  const mining = { ...pool, chains: [{ ...chain, coin: 'NEXA' }] as const };
  expect(coinMeans(mining, [])('NEXA')).toBe('mined');
});

it('counts what another pool brings, until it has ended', () => {
  const upstream = { coin: 'XMR', ended: false } as never;
  expect(coinMeans({ ...pool, upstreams: [upstream] }, [])('XMR')).toBe('mined');
  expect(coinMeans({ ...pool, upstreams: [{ coin: 'XMR', ended: true } as never] }, [])('XMR')).toBe(
    'no-way',
  );
});

it('takes the first three for a way, and the others for none', () => {
  expect((['mined', 'stocked', 'bought', 'no-price', 'no-way'] as const).map(isObtained)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
