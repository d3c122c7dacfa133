import { askedCoins } from './coin-ids.ts';
import { exchangePrice } from './exchange-price.ts';
import { krakenPairs } from './kraken-pairs.ts';
import { itemsOf, memberOf, membersOf } from '../../runtime/read-json.ts';
import type { SourceAnswer, SourceShape } from './source-shape.ts';

/** Public markets of Kraken against the dollar, all in one call and without a key. It is where USDT has a price in dollars. */
export const kraken: SourceShape = {
  name: 'kraken',
  url: 'https://api.kraken.com',
  ids: krakenPairs,
  unit: 'USD',
  everyMs: 60_000,
  pricesPath: '/0/public/Ticker',
  readPrices: readTicker,
  backing: { venue: 'kraken' },
};

/** `{ error: [], result: { PAIR: { a: [ask, …], b: [bid, …], c: [last, …], v: [today, last 24 hours] } } }`, numbers as text. */
function readTicker(body: unknown): ReadonlyMap<string, SourceAnswer> {
  const { error, result } = membersOf(body);
  const [fault] = itemsOf(error);
  if (fault !== undefined) throw new TypeError(`it says ${JSON.stringify(fault).slice(0, 80)}`);
  const answers = new Map<string, SourceAnswer>();
  const markets = membersOf(result);
  for (const { id, asset } of askedCoins(krakenPairs)) {
    if (!Object.hasOwn(markets, id)) continue;
    const of = (name: string, place: number): unknown => memberOf(memberOf(markets[id], name), place);
    const [ask, bid, last, dayVolume] = [of('a', 0), of('b', 0), of('c', 0), of('v', 1)];
    answers.set(asset, exchangePrice({ ask, bid, last, dayVolume }, 'USD'));
  }
  return answers;
}
