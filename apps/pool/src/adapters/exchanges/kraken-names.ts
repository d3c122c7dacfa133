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
};

/** Orders carry a deadline this long after they were made, ms, and nothing that moves money is sent later than half of it. */
export const krakenValidMs = 30_000;

/** The coins whose name there is known. */
export const krakenCoins: ReadonlySet<string> = new Set(Object.keys(assets));

const coins = new Map(Object.entries(assets).map(([coin, asset]) => [asset, coin]));

/** Kraken's name of a coin. Throws on one that is not in the table. */
export function krakenAsset(coin: string): string {
  const asset = Object.hasOwn(assets, coin) ? assets[coin] : undefined;
  if (asset === undefined) throw new RangeError(`what Kraken calls ${coin} is not known`);
  return asset;
}

/** Our name of an asset of Kraken's; undefined for one that is not in the table. */
export function coinOfAsset(asset: unknown): string | undefined {
  return typeof asset === 'string' ? coins.get(asset) : undefined;
}
