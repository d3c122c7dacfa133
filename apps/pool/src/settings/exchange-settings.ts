import type { TradeCaps } from '@openlode/ledger/trade-question';
import type { SettingReader } from './setting-reader.ts';
import { isUnalterable } from './source-url-fault.ts';

/** An account at an exchange that is watched. There is one name for each venue, so no account has two. */
export interface ExchangeEntry {
  readonly venue: 'kraken';
  /** Without a slash at its end. */
  readonly url: string;
  /** A file with two lines: the API key and the secret. */
  readonly keyFile: string;
  /** The same for a key that may trade; left out where nothing is ordered. */
  readonly tradeKeyFile?: string;
}

export interface ExchangeSettings {
  /** None unless a key is named. */
  readonly exchanges: readonly ExchangeEntry[];
  /** What the plan of trades keeps within. */
  readonly tradeCaps: TradeCaps;
}

const krakenUrl = 'https://api.kraken.com';

export function readExchangeSettings(settings: SettingReader): ExchangeSettings {
  const tradeCaps = readTradeCaps(settings);
  const keyFile = settings.path('OPENLODE_EXCHANGE_KRAKEN_KEY_FILE');
  const text = settings.text('OPENLODE_EXCHANGE_KRAKEN_URL');
  if (text !== undefined && keyFile === undefined)
    settings.fault('OPENLODE_EXCHANGE_KRAKEN_URL is set without OPENLODE_EXCHANGE_KRAKEN_KEY_FILE');
  const tradeKeyFile = settings.path('OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE');
  if (tradeKeyFile !== undefined && (keyFile === undefined || keyFile === tradeKeyFile))
    settings.fault(
      'OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE needs OPENLODE_EXCHANGE_KRAKEN_KEY_FILE beside it, and another key',
    );
  const url = URL.canParse(text ?? krakenUrl) ? new URL(text ?? krakenUrl) : undefined;
  // The balances that it answers are held against the ledger: what is between the pool and Kraken must not be able to change them.
  if (
    url === undefined ||
    !isUnalterable(url) ||
    url.pathname !== '/' ||
    url.username !== '' ||
    url.search !== ''
  )
    settings.fault(
      'OPENLODE_EXCHANGE_KRAKEN_URL must be https://, or http:// on this machine, and a host alone',
    );
  if (keyFile === undefined || url === undefined) return { exchanges: [], tradeCaps };
  const entry = { venue: 'kraken' as const, url: url.origin, keyFile };
  return { exchanges: [{ ...entry, ...(tradeKeyFile !== undefined && { tradeKeyFile }) }], tradeCaps };
}

function readTradeCaps(settings: SettingReader): TradeCaps {
  const orderUsd = settings.dollars('OPENLODE_TRADE_CAP_ORDER', '1000');
  const hourUsd = settings.dollars('OPENLODE_TRADE_CAP_HOUR', '5000');
  const dayUsd = settings.dollars('OPENLODE_TRADE_CAP_DAY', '20000');
  if (orderUsd > hourUsd || hourUsd > dayUsd)
    settings.fault('OPENLODE_TRADE_CAP_ORDER, …_HOUR and …_DAY must not fall from one to the next');
  return {
    orderUsd,
    hourUsd,
    dayUsd,
    exposureUsd: settings.dollars('OPENLODE_TRADE_CAP_EXPOSURE', '50000'),
    lossUsd: settings.dollars('OPENLODE_TRADE_CAP_LOSS', '500'),
  };
}
