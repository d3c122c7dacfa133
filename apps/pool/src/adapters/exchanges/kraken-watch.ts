import type { Exchange } from '../../domain/kernel/exchange.ts';
import { krakenClient, type KrakenClient, type KrakenClientOptions } from './kraken-client.ts';
import { krakenAsset } from './kraken-names.ts';
import { readBalances, readDepositAddress } from './kraken-read.ts';
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
];

/**
 * An account at Kraken as far as it is looked at. A key that may query funds and deposits is enough, and should not be able to do more; the nonce of
 * its calls is this machine's clock, so that processes of one machine can share it.
 */
export function watchKraken(
  options: KrakenClientOptions,
): Pick<Exchange, 'name' | 'balances' | 'depositAddress' | 'transfers'> {
  const kraken = krakenClient(options);
  return {
    name: 'kraken',
    balances: async () => readBalances(await kraken.askPrivate('BalanceEx')),
    depositAddress: (coin, network) => askDepositAddress(kraken, deposits, { coin, network }, options.now()),
    transfers: (kind, coin, since) => krakenTransfers(kraken, kind, coin, since, options.now()),
  };
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
