import { unitsOf } from '@openlode/catalogue/chain-units';
import { krakenNamesWith } from '../adapters/exchanges/kraken-names.ts';
import { krakenPace } from '../adapters/exchanges/kraken-pace.ts';
import { evmNetworks } from '../adapters/rails/evm/evm-networks.ts';
import { offeredRails } from '../adapters/rails/offered-rails.ts';
import type { TradingExchange, WatchedExchange, Withdrawer } from '../domain/kernel/exchange.ts';
import { networkOfKind } from '../domain/kernel/network-of-kind.ts';
import type { Rails } from '../domain/kernel/rails.ts';
import { ownAddress } from '../domain/treasury/transfers/plan-transfers.ts';
import type { ExchangeEntry } from '../settings/exchange-settings.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import type { Role } from '../settings/role-settings.ts';
import { ConfigError } from '../settings/setting-reader.ts';
import { exchangeLimits, readExchangeKey } from './exchange-key.ts';
import { openPayer } from './open-exchange-rail.ts';
import { expectedAt, openExchanges } from './open-exchanges.ts';
import { spelledTransfers } from './spell-accounts.ts';

/**
 * The accounts of the settings that orders may be sent to: those with a key of its own for that. What trades is loaded only where there is one, and
 * answers no call that withdraws. Throws a `ConfigError` where the file of a key cannot be read.
 */
async function openTraders(
  entries: readonly ExchangeEntry[],
  now: () => number,
  upstreams: NodePool['upstreams'],
): Promise<readonly TradingExchange[]> {
  const traders: TradingExchange[] = [];
  for (const { venue, url, tier, tradeKeyFile } of entries) {
    if (tradeKeyFile === undefined) continue;
    const key = readExchangeKey('OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE', tradeKeyFile);
    const { krakenExchange } = await import('../adapters/exchanges/kraken-exchange.ts');
    // What other pools pay into the account is sold there.
    const names = krakenNamesWith(expectedAt(venue, upstreams));
    const pace = krakenPace(tier, true);
    const kraken = krakenExchange({ url, ...key, now, networks: [], limits: exchangeLimits, names, pace });
    traders.push({
      name: kraken.name,
      validMs: kraken.validMs,
      balances: () => kraken.balances(),
      place: (order) => kraken.place(order),
      lookUpOrder: (order) => kraken.lookUpOrder(order),
      fills: (market, since) => kraken.fills(market, since),
    });
  }
  return traders;
}

const [keySetting, listSetting] = [
  'OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_KEY_FILE',
  'OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_TO',
];

/**
 * The key that withdraws. What its nodes do not say of a transaction, as of XMR or of the coin of an EVM network, which a contract may pay on without a
 * trace in it, would be on its way for ever, so that only coins of Bitcoin's family, SOL, XRP and tokens are listed.
 *
 * @throws ConfigError where a key of the others is the same one, or a coin is none of those
 */
function readWithdrawKey(
  { keyFile, tradeKeyFile, withdrawTo = [] }: ExchangeEntry,
  withdrawKeyFile: string,
): ReturnType<typeof readExchangeKey> {
  const key = readExchangeKey(keySetting, withdrawKeyFile);
  for (const other of [keyFile, tradeKeyFile])
    if (other !== undefined && readExchangeKey(keySetting, other).apiKey === key.apiKey)
      throw new ConfigError(`${keySetting}: ${other} has the same key, and none of the others may withdraw`);
  for (const { coin, network } of withdrawTo)
    if (!isSaidByNodes(coin, network))
      throw new ConfigError(
        `${listSetting}: ${coin} on ${network} is none of ${offeredRails.map(({ asset }) => asset).join(', ')}, SOL, XRP, and no token of an EVM network`,
      );
  return key;
}

/** No exchange takes more decimals than eight, and no wallet more than its network has. */
function leastUnit(coin: string, network: string): bigint {
  return 10n ** BigInt(18 - Math.min(8, unitsOf(coin, network)?.decimals ?? 8));
}

/** Whether the nodes of a wallet say what a transaction has paid to it in all. */
function isSaidByNodes(coin: string, network: string): boolean {
  if (coin === network)
    return coin === 'SOL' || coin === 'XRP' || offeredRails.some(({ asset }) => asset === coin);
  return evmNetworks.some((each) => each.network === network && each.asset !== coin);
}

/**
 * The accounts of the settings that transfers to wallets may be asked of: those with a key of its own for that, to the addresses that rails call their
 * own, and that Kraken has registered under the names of the settings. What withdraws answers no call that trades.
 */
async function openWithdrawers(
  entries: readonly ExchangeEntry[],
  now: () => number,
  rails: Pick<Rails, 'railOf'>,
): Promise<readonly Withdrawer[]> {
  const withdrawers: Withdrawer[] = [];
  for (const entry of entries) {
    const { url, tier, withdrawKeyFile, withdrawTo: listed = [] } = entry;
    if (withdrawKeyFile === undefined) continue;
    const key = readWithdrawKey(entry, withdrawKeyFile);
    const { krakenExchange } = await import('../adapters/exchanges/kraken-exchange.ts');
    const networks = listed.flatMap(({ coin, network, name }) => {
      const address = ownAddress({ rails }, { coin, network });
      const unit = leastUnit(coin, network);
      const one = {
        coin,
        network,
        method: '',
        key: name,
        memo: '',
        amountMin: unit,
        amountStep: unit,
      };
      return address === undefined ? [] : [{ ...one, address }];
    });
    const pace = krakenPace(tier, true);
    const kraken = krakenExchange({ url, ...key, now, networks, limits: exchangeLimits, pace });
    withdrawers.push({
      listed,
      exchange: {
        name: kraken.name,
        validMs: kraken.validMs,
        balances: () => kraken.balances(),
        withdraw: (withdrawal) => kraken.withdraw(withdrawal),
        transfers: spelledTransfers(kraken),
      },
    });
  }
  return withdrawers;
}

export interface AccountSettings {
  readonly exchanges: readonly ExchangeEntry[];
  readonly nodePool?: Pick<NodePool, 'kind' | 'exchangeRail' | 'upstreams'> | undefined;
  readonly roles: ReadonlySet<Role>;
}

export interface Accounts {
  readonly exchanges: readonly WatchedExchange[];
  readonly traders: readonly TradingExchange[];
  readonly withdrawers: readonly Withdrawer[];
  /** True where the settings name keys that trade or withdraw, and another process has them. */
  readonly hasKeysElsewhere?: true;
}

/**
 * The accounts of the settings: to look at them all, and to order at and withdraw from those that have keys for it. Only a process with the role treasury
 * reads those keys and loads what is asked through a library (decision 252).
 */
export async function openAccounts(
  { exchanges: entries, nodePool: pool, roles }: AccountSettings,
  now: () => number,
  rails: Pick<Rails, 'railOf'>,
): Promise<Accounts> {
  // The settings of a sandbox name none.
  if (pool === undefined) return { exchanges: [], traders: [], withdrawers: [] };
  const isTreasury = roles.has('treasury');
  const watched = { network: networkOfKind(pool.kind), upstreams: pool.upstreams, isTreasury };
  const exchanges = openExchanges(entries, now, watched);
  if (!isTreasury) {
    const hasKeys = entries.some((each) => (each.tradeKeyFile ?? each.withdrawKeyFile) !== undefined);
    return { exchanges, traders: [], withdrawers: [], ...(hasKeys && { hasKeysElsewhere: true }) };
  }
  // What pays asks with it later: a key that is none is a fault of the start.
  if (pool.exchangeRail !== undefined) await openPayer(pool.exchangeRail, entries, now);
  return {
    exchanges,
    traders: await openTraders(entries, now, pool.upstreams),
    withdrawers: await openWithdrawers(entries, now, rails),
  };
}
