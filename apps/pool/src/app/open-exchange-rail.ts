import { krakenValidMs } from '../adapters/exchanges/kraken-names.ts';
import { krakenPace } from '../adapters/exchanges/kraken-pace.ts';
import { exchangeRail } from '../adapters/rails/exchange/exchange-rail.ts';
import type { PayingExchange } from '../domain/kernel/exchange.ts';
import type { PayoutWithdrawals } from '../domain/kernel/payout-withdrawals.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import { orWords } from '../domain/payouts/signed-for.ts';
import type { ExchangeRailEntry } from '../settings/exchange-rail-settings.ts';
import type { ExchangeEntry } from '../settings/exchange-settings.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import { ConfigError } from '../settings/setting-reader.ts';
import { exchangeLimits, readExchangeKey } from './exchange-key.ts';
import { spellAccount, spelledTransfers } from './spell-accounts.ts';

export interface ExchangeRailParts {
  /** The accounts of the settings, one of which it pays out of. */
  readonly exchanges: readonly ExchangeEntry[];
  readonly withdrawals: PayoutWithdrawals;
  readonly now: () => number;
}

const setting = 'key of exchangeRail';

/**
 * The rail that pays out of an account at an exchange; none where the file names none. What only looks at the file, as a check of it, says by it what is
 * paid: the key is read where the exchange is asked first.
 */
export function openExchangeRail(
  { exchangeRail: entry, kind }: Pick<NodePool, 'exchangeRail' | 'kind'>,
  { exchanges, withdrawals, now }: ExchangeRailParts,
): readonly Rail[] {
  if (entry === undefined) return [];
  const exchange = openedWhenAsked(entry, () => openPayer(entry, exchanges, now));
  return [exchangeRail({ kind, exchange, coins: entry.coins, withdrawals, now })];
}

function openedWhenAsked({ venue }: ExchangeRailEntry, open: () => Promise<PayingExchange>): PayingExchange {
  let opened: Promise<PayingExchange> | undefined;
  const payer = async (): Promise<PayingExchange> => {
    opened ??= open();
    return opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  };
  return {
    name: venue,
    validMs: krakenValidMs,
    balances: async () => (await payer()).balances(),
    transfers: async (kind, coin, since) => (await payer()).transfers(kind, coin, since),
    registered: async (coin, network) => (await payer()).registered(coin, network),
    check: async (withdrawal) => (await payer()).check(withdrawal),
    withdraw: async (withdrawal) => {
      const exchange = await orWords(payer());
      return 'why' in exchange ? { kind: 'not-sent', why: exchange.why } : exchange.withdraw(withdrawal);
    },
  };
}

/** What pays out of the account: it answers no call that trades. Throws a `ConfigError` where its key cannot be read, or is another's. */
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
    pace: krakenPace(account.tier, true),
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
        : listed.map((each) => ({ ...each, address: spellAccount(each.address) }));
    },
    transfers: spelledTransfers(payer),
  };
}
