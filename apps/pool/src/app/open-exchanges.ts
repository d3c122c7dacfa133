import { watchKraken } from '../adapters/exchanges/kraken-watch.ts';
import { offeredRails } from '../adapters/rails/offered-rails.ts';
import type { WatchedExchange } from '../domain/kernel/exchange.ts';
import type { ExchangeEntry } from '../settings/exchange-settings.ts';
import { exchangeLimits, readExchangeKey } from './exchange-key.ts';

/**
 * The accounts that the settings name, as far as they are looked at: nothing that is made here can trade or withdraw. Throws a `ConfigError`
 * where the file of a key cannot be read.
 */
export function openExchanges(
  entries: readonly ExchangeEntry[],
  now: () => number,
): readonly WatchedExchange[] {
  return entries.map(({ url, keyFile }) => {
    const key = readExchangeKey('OPENLODE_EXCHANGE_KRAKEN_KEY_FILE', keyFile);
    const kraken = watchKraken({ url, ...key, now, limits: exchangeLimits });
    return {
      ...kraken,
      depositAddress: async (coin, network) => {
        const { address: said, memo } = await kraken.depositAddress(coin, network);
        return { address: spelled(coin, network, said), said, memo };
      },
    };
  });
}

/** A file names no other kind of network. */
const kindOfNetwork = 'regtest';

/** As miners spell it. Throws on what is no address there. */
function spelled(coin: string, network: string, said: string): string {
  const offered = offeredRails.find(({ asset }) => asset === coin && coin === network);
  const address = offered?.spelledByMiners(kindOfNetwork, said);
  if (address === undefined || offered?.scriptOf(kindOfNetwork, said) === undefined)
    throw new Error(`it says ${said.slice(0, 100)}, which is no address of ${coin} on this network`);
  return address;
}
