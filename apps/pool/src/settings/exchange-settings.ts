import type { TradeCaps } from '@openlode/ledger/trade-question';
import { parseAmount } from '@openlode/money/amount';
import type { SettingReader } from './setting-reader.ts';
import { isUnalterable } from './source-url-fault.ts';

/** The exchanges of this release. At Gate an account is only looked at, through ccxt. */
export const exchangeNames = ['kraken', 'gate'] as const;
export type ExchangeName = (typeof exchangeNames)[number];

/** The setting that names an account at each. */
export const exchangeKeySettings: Readonly<Record<ExchangeName, string>> = {
  kraken: 'OPENLODE_EXCHANGE_KRAKEN_KEY_FILE',
  gate: 'OPENLODE_EXCHANGE_GATE_KEY_FILE',
};

/** An account at an exchange that is watched. There is one name for each venue, so no account has two. */
export interface ExchangeEntry {
  readonly venue: ExchangeName;
  /** Without a slash at its end. */
  readonly url: string;
  /** How Kraken calls the verification of the account, by which it counts calls; the lowest where it is left out. */
  readonly tier?: Exclude<(typeof krakenTiers)[number], 'starter'>;
  /** A file with two lines: the API key and the secret. */
  readonly keyFile: string;
  /** The folder of an installation of ccxt, where the exchange is asked through it. */
  readonly ccxt?: string;
  /** The same for a key that may trade; left out where nothing is ordered. */
  readonly tradeKeyFile?: string;
  /** The same for a key that may withdraw to registered addresses; left out where nothing is brought to wallets by the pool. */
  readonly withdrawKeyFile?: string;
  readonly withdrawTo?: readonly WithdrawAddress[];
}

/** A wallet of the pool as the exchange has registered it. */
export interface WithdrawAddress {
  readonly coin: string;
  /** Of the wallet: that of the coin's own name where none is said. */
  readonly network: string;
  /** What the exchange calls the address. */
  readonly name: string;
  /** The most that a withdrawal may cost, in units of 10^-18. */
  readonly feeMax: bigint;
}

export interface ExchangeSettings {
  /** None unless a key is named. */
  readonly exchanges: readonly ExchangeEntry[];
  /** What the plan of trades keeps within. */
  readonly tradeCaps: TradeCaps;
  /** Whether what the pool plans to trade by itself is sent, or only said. */
  readonly sendsTrades: boolean;
  /** What transfers to wallets may be worth in a day, in units of 10^-18 dollars. */
  readonly transferDayUsd: bigint;
}

const krakenTiers = ['starter', 'intermediate', 'pro'] as const;
const krakenUrl = 'https://api.kraken.com';
const gateUrl = 'https://api.gateio.ws';

export function readExchangeSettings(settings: SettingReader): ExchangeSettings {
  const tradeCaps = readTradeCaps(settings);
  const sendsTrades =
    settings.oneOf('OPENLODE_TRADE_BY_ITSELF', ['dry', 'send'], 'ways to trade by itself') === 'send';
  const transferDayUsd = settings.dollars('OPENLODE_TRANSFER_CAP_DAY', '20000');
  const keyFile = settings.path('OPENLODE_EXCHANGE_KRAKEN_KEY_FILE');
  const tier = settings.oneOf('OPENLODE_EXCHANGE_KRAKEN_TIER', krakenTiers, 'tiers of accounts at Kraken');
  const text = settings.text('OPENLODE_EXCHANGE_KRAKEN_URL');
  if (text !== undefined && keyFile === undefined)
    settings.fault('OPENLODE_EXCHANGE_KRAKEN_URL is set without OPENLODE_EXCHANGE_KRAKEN_KEY_FILE');
  const tradeKeyFile = settings.path('OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE');
  if (tradeKeyFile !== undefined && (keyFile === undefined || keyFile === tradeKeyFile))
    settings.fault(
      'OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE needs OPENLODE_EXCHANGE_KRAKEN_KEY_FILE beside it, and another key',
    );
  if (sendsTrades && tradeKeyFile === undefined)
    settings.fault('OPENLODE_TRADE_BY_ITSELF=send needs OPENLODE_EXCHANGE_KRAKEN_TRADE_KEY_FILE');
  const withdrawal = readWithdrawal(settings, [keyFile, tradeKeyFile]);
  const url = readUrl(settings, 'OPENLODE_EXCHANGE_KRAKEN_URL', text ?? krakenUrl);
  const gate = readGate(settings);
  const kraken =
    keyFile === undefined || url === undefined
      ? []
      : [
          {
            venue: 'kraken' as const,
            url,
            ...(tier !== 'starter' && { tier }),
            keyFile,
            ...(tradeKeyFile !== undefined && { tradeKeyFile }),
            ...withdrawal,
          },
        ];
  return { exchanges: [...kraken, ...gate], tradeCaps, sendsTrades, transferDayUsd };
}

/** The balances that it answers are held against the ledger: what is between the pool and an exchange must not be able to change them. */
function readUrl(settings: SettingReader, name: string, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isFit =
    url !== undefined &&
    isUnalterable(url) &&
    url.pathname === '/' &&
    url.username === '' &&
    url.search === '';
  if (!isFit) settings.fault(`${name} must be https://, or http:// on this machine, and a host alone`);
  return url?.origin;
}

/** An account at Gate, which is only looked at, through an installation of ccxt that the operator has made. */
function readGate(settings: SettingReader): readonly ExchangeEntry[] {
  const keyFile = settings.path(exchangeKeySettings.gate);
  const ccxt = settings.path('OPENLODE_CCXT');
  const text = settings.text('OPENLODE_EXCHANGE_GATE_URL');
  const url = readUrl(settings, 'OPENLODE_EXCHANGE_GATE_URL', text ?? gateUrl);
  if (keyFile === undefined && (text !== undefined || ccxt !== undefined))
    settings.fault(
      `${text === undefined ? 'OPENLODE_CCXT' : 'OPENLODE_EXCHANGE_GATE_URL'} is set without ${exchangeKeySettings.gate}`,
    );
  if (keyFile === undefined || url === undefined) return [];
  if (ccxt === undefined) {
    settings.fault(
      `${exchangeKeySettings.gate} needs OPENLODE_CCXT, the folder of an installation of ccxt: it is no part of the pool`,
    );
    return [];
  }
  return [{ venue: 'gate', url, keyFile, ccxt }];
}

/** `LTC=pool-ltc:0.002`, or `USDT@ETH=pool-usdt:5`: a coin and the network of its wallet, what Kraken calls its address, and the most that a withdrawal may cost. */
const withdrawAddress =
  /^([A-Z0-9]{1,12})(?:@([A-Z0-9]{1,12}))?=([A-Za-z0-9_. -]{1,60}):(\d{1,9}(?:\.\d{1,8})?)$/;

function readWithdrawal(
  settings: SettingReader,
  others: readonly (string | undefined)[],
): Pick<ExchangeEntry, 'withdrawKeyFile' | 'withdrawTo'> {
  const withdrawKeyFile = settings.path('OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_KEY_FILE');
  const names = settings.text('OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_TO');
  const withdrawTo = (names ?? '').split(',').flatMap((each): WithdrawAddress[] => {
    const [, coin, network = coin, name, fee] = withdrawAddress.exec(each.trim()) ?? [];
    return coin === undefined || network === undefined || name === undefined || fee === undefined
      ? []
      : [{ coin, network, name, feeMax: parseAmount(fee) }];
  });
  if ((withdrawKeyFile === undefined) !== (names === undefined))
    settings.fault(
      'OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_KEY_FILE and OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_TO need each other',
    );
  if (withdrawKeyFile !== undefined && (others[0] === undefined || others.includes(withdrawKeyFile)))
    settings.fault(
      'OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_KEY_FILE needs OPENLODE_EXCHANGE_KRAKEN_KEY_FILE beside it, and a key that is none of the others',
    );
  const coins = new Set(withdrawTo.map(({ coin }) => coin));
  if (
    names !== undefined &&
    (names.split(',').length !== withdrawTo.length || coins.size !== withdrawTo.length)
  )
    settings.fault(
      'OPENLODE_EXCHANGE_KRAKEN_WITHDRAW_TO must be COIN=NAME:FEE with commas between, each coin once, COIN@NETWORK for a token: the name of the registered address, and the most that a withdrawal may cost',
    );
  return withdrawKeyFile === undefined ? {} : { withdrawKeyFile, withdrawTo };
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
