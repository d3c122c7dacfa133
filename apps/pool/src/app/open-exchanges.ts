import { type CcxtModule, gateVenue, watchCcxt } from '../adapters/exchanges/ccxt-watch.ts';
import { krakenPace } from '../adapters/exchanges/kraken-pace.ts';
import { watchKraken } from '../adapters/exchanges/kraken-watch.ts';
import type { Network } from '../domain/kernel/network-of-kind.ts';
import { moneroColdFault } from '../adapters/rails/offered-monero.ts';
import { solanaAddressFault } from '../adapters/rails/offered-solana.ts';
import { tronAddressFault } from '../adapters/rails/tron/tron-address.ts';
import { offeredRails } from '../adapters/rails/offered-rails.ts';
import type { ExpectedCoin, WatchedExchange } from '../domain/kernel/exchange.ts';
import type { ExchangeEntry } from '../settings/exchange-settings.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';
import { exchangeLimits, readExchangeKey } from './exchange-key.ts';
import { loadCcxt, requireCcxt } from './open-ccxt.ts';

type Expecting = Pick<UpstreamEntry, 'coin' | 'paysTo' | 'exchangeCoin' | 'exchangeNetwork'>;

/** What other pools pay into the account at an exchange, each coin once. */
export function expectedAt(venue: string, upstreams: readonly Expecting[] = []): readonly ExpectedCoin[] {
  const paid = upstreams.filter(({ paysTo }) => paysTo === venue);
  return [
    ...new Map(
      paid.map(({ coin, exchangeCoin, exchangeNetwork }) => [
        coin,
        {
          coin,
          ...(exchangeCoin !== undefined && { exchangeCoin }),
          ...(exchangeNetwork !== undefined && { exchangeNetwork }),
        },
      ]),
    ).values(),
  ];
}

/**
 * The accounts that the settings name, as far as they are looked at: nothing that is made here can trade or withdraw. Throws a `ConfigError`
 * where the file of a key cannot be read, or ccxt is not where the settings say.
 */
export function openExchanges(
  entries: readonly ExchangeEntry[],
  now: () => number,
  { network, upstreams = [], isTreasury }: WatchedBy,
): readonly WatchedExchange[] {
  return entries.map((entry) => {
    const expected = expectedAt(entry.venue, upstreams);
    const watched =
      entry.venue === 'gate'
        ? openGate(entry, now, { expected, isTreasury })
        : openKraken(entry, now, expected);
    return {
      ...watched,
      ...(expected.length > 0 && { expects: expected.map(({ coin }) => coin) }),
      depositAddress: async (coin, on) => {
        const { address: networkAddress, memo } = await watched.depositAddress(coin, on);
        return { address: spelled({ coin, on, network }, networkAddress), networkAddress, memo };
      },
    };
  });
}

interface WatchedBy {
  readonly network: Network;
  readonly upstreams?: readonly Expecting[] | undefined;
  /** Whether this process has the role treasury. */
  readonly isTreasury: boolean;
}

/** Before its deposit addresses are spelled as miners do. */
type Watched = Omit<WatchedExchange, 'depositAddress'> &
  Pick<ReturnType<typeof watchKraken>, 'depositAddress'>;

function openKraken(
  { url, tier, keyFile }: ExchangeEntry,
  now: () => number,
  expected: readonly ExpectedCoin[],
): Watched {
  const key = readExchangeKey('OPENLODE_EXCHANGE_KRAKEN_KEY_FILE', keyFile);
  const pace = krakenPace(tier, false);
  return watchKraken({ url, ...key, now, limits: exchangeLimits, expected, pace });
}

/** Opened where it is asked first, and in a process of the treasury alone: ccxt takes 80 MB, and seconds in which nothing else is done. */
function openGate(
  { url, keyFile, ccxt = '' }: ExchangeEntry,
  now: () => number,
  { expected, isTreasury }: { readonly expected: readonly ExpectedCoin[]; readonly isTreasury: boolean },
): Watched {
  const key = readExchangeKey('OPENLODE_EXCHANGE_GATE_KEY_FILE', keyFile);
  requireCcxt(ccxt);
  const options = {
    venue: gateVenue,
    url: `${url}/api/v4`,
    ...key,
    now,
    // Its list of coins alone is megabytes.
    limits: { ...exchangeLimits, bytesMax: 32_000_000 },
    expected,
  };
  let opened: ReturnType<typeof watchCcxt> | undefined;
  const gate = async (): ReturnType<typeof watchCcxt> => {
    if (!isTreasury) throw new Error(`${gateVenue.id} is asked by the process with the role treasury alone`);
    opened ??= loadCcxt<CcxtModule>(ccxt).then((module) => watchCcxt(module, options));
    return opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  };
  return {
    name: gateVenue.id,
    // Nothing is ordered there.
    markets: async () => [],
    marketNow: async ({ base, quote }) => {
      throw new RangeError(`what ${base} costs in ${quote} is not asked of ${gateVenue.id}`);
    },
    balances: async () => (await gate()).balances(),
    depositAddress: async (coin, on) => (await gate()).depositAddress(coin, on),
    transfers: async (kind, coin, since) => (await gate()).transfers(kind, coin, since),
    takes: async (coin) => (await gate()).takes(coin),
  };
}

/** As miners spell it. Throws on what is no address there; those of XMR are the same on its main network and on a test network. */
function spelled(
  { coin, on, network }: { readonly coin: string; readonly on: string; readonly network: Network },
  networkAddress: string,
): string {
  if (coin === 'XMR' && on === coin && moneroColdFault(networkAddress, []) === undefined)
    return networkAddress;
  if (coin === 'SOL' && on === coin && solanaAddressFault(networkAddress) === undefined)
    return networkAddress;
  if (coin === 'TRX' && on === coin && tronAddressFault(networkAddress) === undefined) return networkAddress;
  const offered = offeredRails.find(({ asset }) => asset === coin && coin === on);
  const address = offered?.spelledByMiners(network, networkAddress);
  if (address === undefined || offered?.scriptOf(network, networkAddress) === undefined)
    throw new Error(
      `it says ${networkAddress.slice(0, 100)}, which is no address of ${coin} on this network`,
    );
  return address;
}
