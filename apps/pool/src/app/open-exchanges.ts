import { readFileSync } from 'node:fs';
import { watchKraken } from '../adapters/exchanges/kraken-watch.ts';
import { offeredRails } from '../adapters/rails/offered-rails.ts';
import type { WatchedExchange } from '../domain/kernel/exchange.ts';
import type { ExchangeEntry } from '../settings/exchange-settings.ts';
import { ConfigError } from '../settings/setting-reader.ts';

/** An exchange answers within seconds or is of no use; its longest answer is a list of some hundred transfers. */
const limits = { callMs: 20_000, bytesMax: 4_000_000 };

/**
 * The accounts that the settings name, as far as they are looked at: nothing that is made here can trade or withdraw. Throws a `ConfigError`
 * where the file of a key cannot be read.
 */
export function openExchanges(
  entries: readonly ExchangeEntry[],
  now: () => number,
): readonly WatchedExchange[] {
  return entries.map(({ url, keyFile }) => {
    const { apiKey, secret } = readKey(keyFile);
    const kraken = watchKraken({ url, apiKey, secret, now, limits });
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

const printable = /^[\x21-\x7e]+$/;

function readKey(file: string): { readonly apiKey: string; readonly secret: string } {
  const setting = 'OPENLODE_EXCHANGE_KRAKEN_KEY_FILE';
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${setting}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
  const [apiKey = '', secret = '', ...rest] = text.trim().split(/\r?\n/);
  // Neither stands in the words: they go to the log.
  if (rest.length > 0 || !printable.test(apiKey) || !/^[A-Za-z0-9+/]{8,}={0,2}$/.test(secret))
    throw new ConfigError(`${setting}: ${file} must have two lines, the API key and its secret in base 64`);
  return { apiKey, secret };
}
