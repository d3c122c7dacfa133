import { askedCoins } from './coin-ids.ts';
import { exchangePrice } from './exchange-price.ts';
import { gatePairs } from './gate-pairs.ts';
import { itemsOf, memberOf, membersOf } from '../../runtime/read-json.ts';
import type { SourceAnswer, SourceShape } from './source-shape.ts';

/** Public markets of Gate against USDT, all in one call and without a key. */
export const gate: SourceShape = {
  name: 'gate',
  url: 'https://api.gateio.ws',
  ids: gatePairs,
  unit: 'USDT',
  everyMs: 60_000,
  pricesPath: '/api/v4/spot/tickers',
  readPrices: readTickers,
  backing: { venue: 'gate' },
};

const assetByPair = new Map(askedCoins(gatePairs).map(({ id, asset }) => [id, asset]));

/** `[{ currency_pair, highest_bid, lowest_ask, last, base_volume }]`, numbers as text. */
function readTickers(body: unknown): ReadonlyMap<string, SourceAnswer> {
  const answers = new Map<string, SourceAnswer>();
  for (const item of itemsOf(body)) {
    const asset = assetByPair.get(String(memberOf(item, 'currency_pair')));
    if (asset === undefined) continue;
    const { highest_bid: bid, lowest_ask: ask, last, base_volume: dayVolume } = membersOf(item);
    answers.set(asset, exchangePrice({ bid, ask, last, dayVolume }, 'USDT'));
  }
  return answers;
}
