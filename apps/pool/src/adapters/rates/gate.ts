import { askedCoins } from './coin-ids.ts';
import { exchangeWord } from './exchange-word.ts';
import { gatePairs } from './gate-pairs.ts';
import { itemsOf, memberOf, membersOf } from '../../runtime/read-json.ts';
import type { Said, SourceShape } from './source-shape.ts';

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
function readTickers(body: unknown): ReadonlyMap<string, Said> {
  const said = new Map<string, Said>();
  for (const item of itemsOf(body)) {
    const asset = assetByPair.get(String(memberOf(item, 'currency_pair')));
    if (asset === undefined) continue;
    const { highest_bid: bid, lowest_ask: ask, last, base_volume: dayVolume } = membersOf(item);
    said.set(asset, exchangeWord({ bid, ask, last, dayVolume }, 'USDT'));
  }
  return said;
}
