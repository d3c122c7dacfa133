import { krakenCoins } from '../adapters/exchanges/kraken-names.ts';
import { askedCoins } from '../adapters/rates/coin-ids.ts';
import { offeredSources } from '../adapters/rates/offered-sources.ts';
import type { ExchangeEntry } from './exchange-settings.ts';
import type { NodePool } from './parse-pool-file.ts';

/**
 * How a pool comes by a coin that it owes: its miners or other pools bring it, its operator keeps a stock of it, or it is bought. `no-price`: it could be had,
 * but no two sources of the settings are asked what it is worth, so that nothing is ever converted to it.
 */
export type CoinMeans = 'mined' | 'stocked' | 'bought' | 'no-price' | 'no-way';

export function isObtained(means: CoinMeans): means is Exclude<CoinMeans, 'no-price' | 'no-way'> {
  return means !== 'no-price' && means !== 'no-way';
}

type Pool = Pick<NodePool, 'chains' | 'exchangeRail' | 'floats' | 'rates' | 'upstreams'>;

/** By what the settings name alone: a wallet that is empty at the moment changes nothing. */
export function coinMeans(
  pool: Pool,
  exchanges: readonly Pick<ExchangeEntry, 'tradeKeyFile'>[],
): (coin: string) => CoinMeans {
  const mined = minedCoins(pool);
  const stocked = stockedCoins(pool);
  const trades = exchanges.some(({ tradeKeyFile }) => tradeKeyFile !== undefined);
  const priced = pricedCoins(pool);
  return (coin) => {
    // What is mined is owed as it is mined, without a rate.
    if (mined.has(coin)) return 'mined';
    const isStocked = stocked.has(coin);
    if (!isStocked && !(trades && krakenCoins.has(coin))) return 'no-way';
    if (!priced.has(coin)) return 'no-price';
    return isStocked ? 'stocked' : 'bought';
  };
}

/** An upstream that has ended brings nothing more. */
function minedCoins({ chains, upstreams = [] }: Pool): ReadonlySet<string> {
  return new Set([
    ...chains.flatMap(({ coin, mined, merged = [] }) => [
      ...(mined === false ? [] : [coin]),
      ...merged.map((each) => each.coin),
    ]),
    ...upstreams.flatMap(({ coin, ended }) => (ended ? [] : [coin])),
  ]);
}

/** What wallets are to have, and what is paid out of an account that its operator fills. */
function stockedCoins({ floats = [], exchangeRail }: Pool): ReadonlySet<string> {
  return new Set([
    ...floats.flatMap(({ coin, target }) => (target > 0n ? [coin] : [])),
    ...(exchangeRail?.coins ?? []).map(({ coin }) => coin),
  ]);
}

/** Those that two sources are asked about at least. */
function pricedCoins({ rates = [] }: Pool): ReadonlySet<string> {
  const asked = rates.flatMap(({ source }) => {
    const shape = offeredSources.find(({ name }) => name === source);
    return shape === undefined ? [] : [...new Set(askedCoins(shape.ids).map(({ asset }) => asset))];
  });
  return new Set(asked.filter((asset, at) => asked.indexOf(asset) < at));
}
