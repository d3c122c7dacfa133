import type { TradingExchange, WatchedExchange } from '../domain/kernel/exchange.ts';
import { networkOfKind } from '../domain/kernel/network-of-kind.ts';
import type { ExchangeEntry } from '../settings/exchange-settings.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import { exchangeLimits, readExchangeKey } from './exchange-key.ts';
import { openExchanges } from './open-exchanges.ts';

/**
 * The accounts of the settings that orders may be sent to: those with a key of its own for that. What trades is loaded only where there is one, and
 * answers no call that withdraws. Throws a `ConfigError` where the file of a key cannot be read.
 */
async function openTraders(
  entries: readonly ExchangeEntry[],
  now: () => number,
): Promise<readonly TradingExchange[]> {
  const traders: TradingExchange[] = [];
  for (const { url, tradeKeyFile } of entries) {
    if (tradeKeyFile === undefined) continue;
    const key = readExchangeKey('OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE', tradeKeyFile);
    const { krakenExchange } = await import('../adapters/exchanges/kraken-exchange.ts');
    const kraken = krakenExchange({ url, ...key, now, networks: [], limits: exchangeLimits });
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

/** The accounts of the settings: to look at them all, and to order at those that have a key for it. */
export async function openAccounts(
  entries: readonly ExchangeEntry[],
  now: () => number,
  pool: Pick<NodePool, 'kind'> | undefined,
): Promise<{ readonly exchanges: readonly WatchedExchange[]; readonly traders: readonly TradingExchange[] }> {
  // The settings of a sandbox name none.
  if (pool === undefined) return { exchanges: [], traders: [] };
  return {
    exchanges: openExchanges(entries, now, networkOfKind(pool.kind)),
    traders: await openTraders(entries, now),
  };
}
