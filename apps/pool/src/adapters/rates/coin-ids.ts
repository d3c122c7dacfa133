/** Why a source is not asked about a coin. */
export type NoId =
  /** Its miners are no longer credited: it is not converted. */
  | 'delisted'
  /** What the source calls it was not confirmed: a name that is guessed may be another coin's. */
  | 'unconfirmed'
  /** The source calls another coin by its symbol. */
  | 'other-coin'
  /** The source prices in it. */
  | 'priced-in';

/** What a source calls a coin, and the symbol that it must say with it where that is not the catalogue's; or why it is not asked. */
export type CoinId = string | { readonly id: string; readonly symbol: string } | { readonly none: NoId };

/** By symbol of the catalogue, every coin of it: a coin is never looked for by the symbol alone, which others may have as well. */
export type CoinIds = Readonly<Record<string, CoinId>>;

export const delisted: CoinId = { none: 'delisted' };
export const unconfirmed: CoinId = { none: 'unconfirmed' };
export const otherCoin: CoinId = { none: 'other-coin' };
export const pricedIn: CoinId = { none: 'priced-in' };

/** What a source calls each coin that it is asked about, with the symbols of which it must say one. */
export function askedCoins(
  ids: CoinIds,
): readonly { readonly asset: string; readonly id: string; readonly symbols: readonly string[] }[] {
  return Object.entries(ids).flatMap(([asset, entry]) => {
    if (typeof entry === 'string') return [{ asset, id: entry, symbols: [asset] }];
    return 'none' in entry ? [] : [{ asset, id: entry.id, symbols: [asset, entry.symbol] }];
  });
}

/** Why a source is not asked about a coin, in words; undefined where it is asked. */
export function whyNotAsked(ids: CoinIds, asset: string): string | undefined {
  const entry = ids[asset];
  if (entry === undefined) return 'not in the table of this source';
  if (typeof entry === 'string' || !('none' in entry)) return undefined;
  return reasons[entry.none];
}

const reasons: Readonly<Record<NoId, string>> = {
  delisted: 'not asked: it is delisted',
  unconfirmed: 'not asked: what this source calls it is not confirmed',
  'other-coin': 'not asked: this source has another coin of that symbol',
  'priced-in': 'not asked: this source prices in it',
};
