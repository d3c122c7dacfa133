import { aggregatedPrice } from './aggregated-price.ts';
import { askedCoins } from './coin-ids.ts';
import { coinpaprikaIds } from './coinpaprika-ids.ts';
import { itemsOf, memberOf, membersOf, millionthsOf } from '../../runtime/read-json.ts';
import type { SourceAnswer, SourceShape } from './source-shape.ts';
import { backingOfVenues } from './venues.ts';

/** Aggregated prices of CoinPaprika, all coins in one call and without a key; 20,000 calls a month are free. */
export const coinpaprika: SourceShape = {
  name: 'coinpaprika',
  url: 'https://api.coinpaprika.com',
  ids: coinpaprikaIds,
  unit: 'USD',
  everyMs: 300_000,
  pricesPath: '/v1/tickers?quotes=USD',
  readPrices: readTickers,
  backing: {
    budget: { atOnce: 101, everyMs: 900_000 },
    path: (id) => `/v1/coins/${id}/markets?quotes=USD`,
    read: readMarkets,
  },
};

const coinById = new Map(askedCoins(coinpaprikaIds).map((coin) => [coin.id, coin]));

/** `[{ id, symbol, last_updated, quotes: { USD: { price, volume_24h } } }]`, of every coin that it knows. */
function readTickers(body: unknown): ReadonlyMap<string, SourceAnswer> {
  const answers = new Map<string, SourceAnswer>();
  for (const item of itemsOf(body)) {
    const coin = coinById.get(String(memberOf(item, 'id')));
    if (coin === undefined) continue;
    const { symbol, last_updated: updated, quotes } = membersOf(item);
    const quote = memberOf(quotes, 'USD');
    const [price, volume] = [memberOf(quote, 'price'), memberOf(quote, 'volume_24h')];
    answers.set(coin.asset, aggregatedPrice({ symbol, price, volume, updated }, coin.symbols));
  }
  return answers;
}

/** `[{ exchange_id, category, outlier, adjusted_volume_24h_share }]`, a market each. */
function readMarkets(body: unknown) {
  const volumes = new Map<string, bigint>();
  for (const item of itemsOf(body)) {
    const exchange = memberOf(item, 'exchange_id');
    if (typeof exchange !== 'string') continue;
    const { category, outlier, adjusted_volume_24h_share: share } = membersOf(item);
    if (category !== 'Spot' || outlier === true) continue;
    volumes.set(exchange, (volumes.get(exchange) ?? 0n) + millionthsOf(share));
  }
  // No volume at all is a shape that is read wrongly, or a coin of which nothing is known: it is asked for again sooner than in a week.
  if ([...volumes.values()].every((volume) => volume === 0n))
    throw new TypeError('the answer names no volume');
  return backingOfVenues(volumes);
}
