import { askedCoins } from './coin-ids.ts';
import { coingeckoIds } from './coingecko-ids.ts';
import { aggregatedPrice } from './aggregated-price.ts';
import { itemsOf, memberOf, membersOf, millionthsOf } from '../../runtime/read-json.ts';
import type { SourceAnswer, SourceShape } from './source-shape.ts';
import { backingOfVenues } from './venues.ts';

const asked = askedCoins(coingeckoIds);

/**
 * Aggregated prices of CoinGecko: one call names every coin that is asked for. 10,000 calls a month are free with a key of its demo plan;
 * without one it answers as long as the address has not asked too often.
 */
export const coingecko: SourceShape = {
  name: 'coingecko',
  url: 'https://api.coingecko.com',
  ids: coingeckoIds,
  keyHeader: 'x-cg-demo-api-key',
  unit: 'USD',
  everyMs: 360_000,
  pricesPath: `/api/v3/coins/markets?vs_currency=usd&per_page=250&precision=full&ids=${asked.map(({ id }) => id).join('%2C')}`,
  readPrices: readMarkets,
  backing: {
    budget: { atOnce: 40, everyMs: 1_800_000 },
    path: (id) => `/api/v3/coins/${id}/tickers?order=volume_desc`,
    read: readTickers,
  },
};

const coinById = new Map(asked.map((coin) => [coin.id, coin]));

/** `[{ id, symbol, current_price, total_volume, last_updated }]`. */
function readMarkets(body: unknown): ReadonlyMap<string, SourceAnswer> {
  const answers = new Map<string, SourceAnswer>();
  for (const item of itemsOf(body)) {
    const coin = coinById.get(String(memberOf(item, 'id')));
    if (coin === undefined) continue;
    const { symbol, current_price: price, total_volume: volume, last_updated: updated } = membersOf(item);
    answers.set(coin.asset, aggregatedPrice({ symbol, price, volume, updated }, coin.symbols));
  }
  return answers;
}

/** `{ tickers: [{ market: { identifier }, converted_volume: { usd }, is_anomaly, is_stale }] }`, the hundred largest markets. */
function readTickers(body: unknown) {
  const volumes = new Map<string, bigint>();
  for (const item of itemsOf(membersOf(body)['tickers'])) {
    const identifier = memberOf(memberOf(item, 'market'), 'identifier');
    if (typeof identifier !== 'string') continue;
    const { converted_volume: volume, is_anomaly: isAnomaly, is_stale: isStale } = membersOf(item);
    if (isAnomaly === true || isStale === true) continue;
    volumes.set(identifier, (volumes.get(identifier) ?? 0n) + millionthsOf(memberOf(volume, 'usd')));
  }
  // No volume at all is a shape that is read wrongly, or a coin of which nothing is known: it is asked for again sooner than in a week.
  if ([...volumes.values()].every((volume) => volume === 0n))
    throw new TypeError('the answer names no volume');
  return backingOfVenues(volumes);
}
