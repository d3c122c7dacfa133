import type { Exchange, ExpectedCoin, MarketOffers, WatchedExchange } from '../../domain/kernel/exchange.ts';
import { krakenClient, type KrakenClient, type KrakenClientOptions } from './kraken-client.ts';
import { krakenAsset, krakenNamesWith } from './kraken-names.ts';
import {
  type KrakenMarket,
  readBalances,
  readBook,
  readBookChanged,
  readDayVolume,
  readDepositAddress,
  readMarkets,
} from './kraken-read.ts';
import { krakenTakes } from './kraken-takes.ts';
import { krakenTransfers } from './kraken-transfers.ts';

/** How a coin comes to Kraken on one of our networks. */
export interface KrakenDeposit {
  readonly coin: string;
  readonly network: string;
  /** Kraken's name of the network for deposits. */
  readonly method: string;
}

/** The coins that a wallet of ours sweeps, by Kraken's names of their networks. Taken from programs that use them; Kraken was never asked. */
const deposits: readonly KrakenDeposit[] = [
  { coin: 'BTC', network: 'BTC', method: 'Bitcoin' },
  { coin: 'DOGE', network: 'DOGE', method: 'Dogecoin' },
  { coin: 'LTC', network: 'LTC', method: 'Litecoin' },
  { coin: 'XMR', network: 'XMR', method: 'Monero' },
];

/**
 * An account at Kraken and its markets as far as they are looked at. A key that may query funds and deposits is enough, and should not be able to do
 * more; the nonce of its calls is this machine's clock, so that processes of one machine can share it.
 */
export function watchKraken({
  expected = [],
  ...options
}: KrakenClientOptions & { readonly expected?: readonly ExpectedCoin[] }): Pick<
  Exchange,
  'name' | 'balances' | 'depositAddress' | 'transfers'
> &
  Pick<WatchedExchange, 'markets' | 'marketNow'> &
  Required<Pick<WatchedExchange, 'takes'>> {
  const kraken = krakenClient(options);
  const names = krakenNamesWith(expected);
  let known: readonly KrakenMarket[] = [];
  const readAgain = async () => {
    known = readMarkets(await kraken.ask('AssetPairs'), names);
    return known;
  };
  return {
    name: 'kraken',
    markets: readAgain,
    marketNow: async ({ base, quote }) => {
      const isAsked = (each: KrakenMarket) => each.base === base && each.quote === quote;
      const found = known.find(isAsked) ?? (await readAgain()).find(isAsked);
      if (found === undefined) throw new RangeError(`${base} is not traded for ${quote} on Kraken`);
      return askMarketNow(kraken, found);
    },
    balances: async () => readBalances(await kraken.askPrivate('BalanceEx'), names),
    depositAddress: (coin, network) => askDepositAddress(kraken, deposits, { coin, network }, options.now()),
    transfers: (kind, coin, since) => krakenTransfers(kraken, kind, coin, since, options.now(), names),
    takes: (coin) =>
      krakenTakes(kraken, {
        asset: names.assetOf(coin),
        network: expected.find((each) => each.coin === coin)?.exchangeNetwork,
        now: options.now(),
      }),
  };
}

/** How many of the best offers are asked for. */
const offersMax = '100';

async function askMarketNow(kraken: KrakenClient, { pair }: KrakenMarket): Promise<MarketOffers> {
  const dayVolume = readDayVolume(await kraken.ask('Ticker', { pair }), pair);
  const depth = await kraken.ask('Depth', { pair, count: offersMax });
  return { ...readBook(depth, pair), changedAt: readBookChanged(depth, pair), dayVolume };
}

/** Throws where Kraken is not known to take the coin on this network, and where it names no address. */
export async function askDepositAddress(
  kraken: KrakenClient,
  networks: readonly KrakenDeposit[],
  { coin, network }: { readonly coin: string; readonly network: string },
  now: number,
) {
  const method = networks.find((each) => each.coin === coin && each.network === network)?.method;
  if (method === undefined) throw new RangeError(`${coin} is not taken on ${network} at Kraken`);
  return readDepositAddress(
    await kraken.askPrivate('DepositAddresses', { asset: krakenAsset(coin), method }),
    now,
  );
}
