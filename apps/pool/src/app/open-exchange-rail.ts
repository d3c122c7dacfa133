import { toEip55 } from '@openlode/mining/eip55';
import { exchangeRail } from '../adapters/rails/exchange/exchange-rail.ts';
import type { PayingExchange } from '../domain/kernel/exchange.ts';
import type { PayoutWithdrawals } from '../domain/kernel/payout-withdrawals.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import type { ExchangeRailEntry } from '../settings/exchange-rail-settings.ts';
import type { ExchangeEntry } from '../settings/exchange-settings.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import { ConfigError } from '../settings/setting-reader.ts';
import { exchangeLimits, readExchangeKey } from './exchange-key.ts';

export interface ExchangeRailParts {
  /** The accounts of the settings, one of which it pays out of. */
  readonly exchanges: readonly ExchangeEntry[];
  readonly withdrawals: PayoutWithdrawals;
  readonly now: () => number;
}

const setting = 'key of exchangeRail';

/** The rail that pays out of an account at an exchange; none where the file names none. Throws a `ConfigError` where its key cannot be read, or is another's. */
export async function openExchangeRail(
  { exchangeRail: entry, kind }: Pick<NodePool, 'exchangeRail' | 'kind'>,
  { exchanges, withdrawals, now }: ExchangeRailParts,
): Promise<readonly Rail[]> {
  if (entry === undefined) return [];
  const exchange = await openPayer(entry, exchanges, now);
  return [exchangeRail({ kind, exchange, coins: entry.coins, withdrawals, now })];
}

/** What pays out of the account: it answers no call that trades. */
export async function openPayer(
  { venue, keyFile, coins }: ExchangeRailEntry,
  exchanges: readonly ExchangeEntry[],
  now: () => number,
): Promise<PayingExchange> {
  const account = exchanges.find((each) => each.venue === venue);
  // Checked with the settings.
  if (account === undefined) throw new ConfigError(`exchangeRail: the settings name no account at ${venue}`);
  const key = readExchangeKey(setting, keyFile);
  for (const other of [account.keyFile, account.tradeKeyFile, account.withdrawKeyFile])
    if (other !== undefined && readExchangeKey(setting, other).apiKey === key.apiKey)
      throw new ConfigError(`${setting}: ${other} has the same key, and none of the others may pay`);
  const { krakenPayer } = await import('../adapters/exchanges/kraken-payer.ts');
  const payer = krakenPayer({
    url: account.url,
    ...key,
    now,
    limits: exchangeLimits,
    coins: coins.map(({ coin, network, method, least, step }) => ({
      coin,
      network,
      method,
      amountMin: least,
      amountStep: step,
    })),
  });
  return {
    ...payer,
    registered: async (coin, network) => {
      const listed = await payer.registered(coin, network);
      return listed === 'any'
        ? listed
        : listed.map((each) => ({ ...each, address: asMinersSpell(each.address) }));
    },
    transfers: async (kind, coin, since) =>
      (await payer.transfers(kind, coin, since)).map((each) => ({
        ...each,
        address: asMinersSpell(each.address),
      })),
  };
}

/** An account of an EVM network is the same in capitals or not. */
function asMinersSpell(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? toEip55(address) : address;
}
