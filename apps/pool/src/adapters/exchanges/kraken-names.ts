import type { ExpectedCoin } from '../../domain/kernel/exchange.ts';

/**
 * What Kraken calls coins and money, where it is our symbol as well: an explicit table, because it knows several coins under names of its own. From programs
 * that use it, and those that stand behind KAS by memory; Kraken was never asked. A coin that is none of these stands in brackets among balances, and is
 * neither traded nor paid.
 */
const assets: Readonly<Record<string, string>> = {
  BTC: 'XXBT',
  DOGE: 'XXDG',
  ETC: 'XETC',
  ETH: 'XETH',
  LTC: 'XLTC',
  XLM: 'XXLM',
  XMR: 'XXMR',
  XRP: 'XXRP',
  ZEC: 'XZEC',
  USD: 'ZUSD',
  EUR: 'ZEUR',
  USDT: 'USDT',
  USDC: 'USDC',
  WBTC: 'WBTC',
  KAS: 'KAS',
  ADA: 'ADA',
  ALGO: 'ALGO',
  APT: 'APT',
  ATOM: 'ATOM',
  DOT: 'DOT',
  FIL: 'FIL',
  ICX: 'ICX',
  INJ: 'INJ',
  KSM: 'KSM',
  NEAR: 'NEAR',
  RUNE: 'RUNE',
  SOL: 'SOL',
  SUI: 'SUI',
  TIA: 'TIA',
  TON: 'TON',
  TRX: 'TRX',
  XTZ: 'XTZ',
  // From here on by the names of their dollar markets alone (kraken-pairs.ts): unverified, as no list of assets was seen that has them.
  AAVE: 'AAVE',
  APE: 'APE',
  ARB: 'ARB',
  AVAX: 'AVAX',
  AXS: 'AXS',
  BAT: 'BAT',
  BCH: 'BCH',
  BNB: 'BNB',
  BONK: 'BONK',
  CHZ: 'CHZ',
  CRV: 'CRV',
  DAI: 'DAI',
  DASH: 'DASH',
  ENJ: 'ENJ',
  FET: 'FET',
  FLOKI: 'FLOKI',
  GALA: 'GALA',
  GRT: 'GRT',
  HBAR: 'HBAR',
  JUP: 'JUP',
  LDO: 'LDO',
  LINK: 'LINK',
  MANA: 'MANA',
  OP: 'OP',
  PENGU: 'PENGU',
  PEPE: 'PEPE',
  POL: 'POL',
  QTUM: 'QTUM',
  RAY: 'RAY',
  SAND: 'SAND',
  SC: 'SC',
  SHIB: 'SHIB',
  TRUMP: 'TRUMP',
  UNI: 'UNI',
  WIF: 'WIF',
  ZRX: 'ZRX',
};

/** Orders carry a deadline this long after they were made, ms, and nothing that moves money is sent later than half of it. */
export const krakenValidMs = 30_000;

/** The coins whose name there is known. */
export const krakenCoins: ReadonlySet<string> = new Set(Object.keys(assets));

/** What Kraken calls coins. */
export interface KrakenNames {
  /** Throws on a coin whose name is not known. */
  readonly assetOf: (coin: string) => string;
  /** Undefined for an asset that is none of them. */
  readonly coinOf: (asset: unknown) => string | undefined;
}

/** Those of the table, and of other coins what the settings say, or where they say nothing our own symbol: Kraken is asked whether it has them. */
export function krakenNamesWith(expected: readonly ExpectedCoin[]): KrakenNames {
  const named = new Map(Object.entries(assets));
  for (const { coin, exchangeCoin = coin } of expected) if (!named.has(coin)) named.set(coin, exchangeCoin);
  const coins = new Map([...named].map(([coin, asset]) => [asset, coin]));
  return {
    assetOf: (coin) => {
      const asset = named.get(coin);
      if (asset === undefined) throw new RangeError(`what Kraken calls ${coin} is not known`);
      return asset;
    },
    coinOf: (asset) => (typeof asset === 'string' ? coins.get(asset) : undefined),
  };
}

/** Those of the table alone. */
export const krakenNames: KrakenNames = krakenNamesWith([]);

/** Kraken's name of a coin. Throws on one that is not in the table. */
export function krakenAsset(coin: string): string {
  return krakenNames.assetOf(coin);
}

/** Our name of an asset of Kraken's; undefined for one that is not in the table. */
export function coinOfAsset(asset: unknown): string | undefined {
  return krakenNames.coinOf(asset);
}
