import { watchKraken } from '../adapters/exchanges/kraken-watch.ts';
import type { Network } from '../domain/kernel/network-of-kind.ts';
import { moneroColdFault } from '../adapters/rails/offered-monero.ts';
import { offeredRails } from '../adapters/rails/offered-rails.ts';
import type { WatchedExchange } from '../domain/kernel/exchange.ts';
import type { ExchangeEntry } from '../settings/exchange-settings.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';
import { exchangeLimits, readExchangeKey } from './exchange-key.ts';

/**
 * The accounts that the settings name, as far as they are looked at: nothing that is made here can trade or withdraw. Throws a `ConfigError`
 * where the file of a key cannot be read.
 */
export function openExchanges(
  entries: readonly ExchangeEntry[],
  now: () => number,
  network: Network,
  upstreams: readonly Pick<UpstreamEntry, 'coin' | 'paysTo'>[] = [],
): readonly WatchedExchange[] {
  return entries.map(({ venue, url, keyFile }) => {
    const key = readExchangeKey('OPENLODE_EXCHANGE_KRAKEN_KEY_FILE', keyFile);
    const expects = upstreams.flatMap(({ coin, paysTo }) => (paysTo === venue ? [coin] : []));
    const kraken = watchKraken({ url, ...key, now, limits: exchangeLimits });
    return {
      ...kraken,
      ...(expects.length > 0 && { expects }),
      depositAddress: async (coin, on) => {
        const { address: networkAddress, memo } = await kraken.depositAddress(coin, on);
        return { address: spelled({ coin, on, network }, networkAddress), networkAddress, memo };
      },
    };
  });
}

/** As miners spell it. Throws on what is no address there; those of XMR are the same on its main network and on a test network. */
function spelled(
  { coin, on, network }: { readonly coin: string; readonly on: string; readonly network: Network },
  networkAddress: string,
): string {
  if (coin === 'XMR' && on === coin && moneroColdFault(networkAddress, []) === undefined)
    return networkAddress;
  const offered = offeredRails.find(({ asset }) => asset === coin && coin === on);
  const address = offered?.spelledByMiners(network, networkAddress);
  if (address === undefined || offered?.scriptOf(network, networkAddress) === undefined)
    throw new Error(
      `it says ${networkAddress.slice(0, 100)}, which is no address of ${coin} on this network`,
    );
  return address;
}
