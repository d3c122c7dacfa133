/**
 * What the browser remembers for its visitor: one record under one key, with a version. Every field is judged on its
 * own when it is read, so that damaged or foreign data costs that field and nothing else.
 */
export interface Preferences {
  /** The chosen theme; null follows the system. The script in index.html reads it under this name. */
  readonly mode: 'light' | 'dark' | null;
  /** Symbol of the chosen payout coin; null until one is chosen. */
  readonly coin: string | null;
  /** Newest first, at most 5. */
  readonly lastCoins: readonly string[];
  /** Newest first, at most 10. */
  readonly lastAlgorithms: readonly string[];
  /** The referral code of the link that brought the visitor here. */
  readonly ref: string | null;
}

export const preferencesKey = 'openlode.preferences';
const preferencesVersion = 1;

export const defaultPreferences: Preferences = {
  mode: null,
  coin: null,
  lastCoins: [],
  lastAlgorithms: [],
  ref: null,
};

type FieldReaders = { readonly [Field in keyof Preferences]: (value: unknown) => Preferences[Field] };

const readers: FieldReaders = {
  mode: (value) => (value === 'light' || value === 'dark' ? value : null),
  coin: (value) => (isSymbol(value) ? value : null),
  lastCoins: (value) => readList(value, isSymbol, 5),
  lastAlgorithms: (value) => readList(value, isAlgorithmCode, 10),
  ref: (value) => (isReferralCode(value) ? value : null),
};

/** Reads stored text field by field; null, foreign and newer records give the defaults. Never throws. */
export function parsePreferences(text: string | null): Preferences {
  const stored = parseRecord(text);
  if (stored === null || stored['v'] !== preferencesVersion) return defaultPreferences;
  return {
    mode: readers.mode(stored['mode']),
    coin: readers.coin(stored['coin']),
    lastCoins: readers.lastCoins(stored['lastCoins']),
    lastAlgorithms: readers.lastAlgorithms(stored['lastAlgorithms']),
    ref: readers.ref(stored['ref']),
  };
}

export function printPreferences(preferences: Preferences): string {
  return JSON.stringify({ v: preferencesVersion, ...preferences });
}

/** `item` moved to the front of `list`, without duplicates. */
function mostRecentFirst(list: readonly string[], item: string, max: number): readonly string[] {
  return [item, ...list.filter((other) => other !== item)].slice(0, max);
}

/** The preferences with `symbol` as the current coin, at the top of the recent ones. */
export function withCoin(preferences: Preferences, symbol: string): Preferences {
  return { ...preferences, coin: symbol, lastCoins: mostRecentFirst(preferences.lastCoins, symbol, 5) };
}

/** The preferences with `code` at the top of the recent algorithms. */
export function withAlgorithm(preferences: Preferences, code: string): Preferences {
  return { ...preferences, lastAlgorithms: mostRecentFirst(preferences.lastAlgorithms, code, 10) };
}

function parseRecord(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function readList(value: unknown, isItem: (item: unknown) => item is string, max: number): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter(isItem))].slice(0, max) : [];
}

const isSymbol = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z0-9]{1,16}$/.test(value);
const isAlgorithmCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9]{1,32}$/.test(value);
const isReferralCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9-]{1,32}$/.test(value);
