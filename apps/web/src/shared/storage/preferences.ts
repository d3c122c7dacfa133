/**
 * What the browser remembers for its visitor: one record under one key, with a version. Every field is judged on its
 * own when it is read, so that damaged or foreign data costs that field and nothing else. docs/browser-storage.md says
 * why each of them is kept.
 */
export interface Preferences {
  /** The chosen theme; null follows the system. The script in index.html reads it under this name. */
  readonly mode: 'light' | 'dark' | null;
  /** Symbol of the chosen payout coin; null until one is chosen. */
  readonly coin: string | null;
  /** What is drawn of the coin before its call is answered. */
  readonly coinData: StoredCoin | null;
  /** Newest first, at most 5. */
  readonly lastCoins: readonly string[];
  /** Newest first, at most 10. */
  readonly lastAlgorithms: readonly string[];
  /** The referral code of the link that brought the visitor here. */
  readonly ref: string | null;
  /** Addresses that were viewed, newest first, at most 50. */
  readonly addressHistory: readonly AddressVisit[];
  /** The address viewed last, by coin. */
  readonly lastAddresses: Readonly<Record<string, string>>;
  /** The coins to which the history of addresses is narrowed. */
  readonly lastAddressCoinFilters: readonly string[];
  /** The kinds of event to which the live tab is narrowed; empty for all. */
  readonly liveFilter: readonly string[];
  /** When the newest news that were seen were published, in ms. */
  readonly lastNewsDate: number;
  /** News that are newer than that. */
  readonly newsCount: number;
  /** The release of the site that was open last. */
  readonly version: string | null;
  /** When the warning banner was closed, in ms. */
  readonly warningClosedAt: number | null;
  /** When the hint at the coin's name was shown last, in ms. */
  readonly coinHintAt: number | null;
  /** The notice about an address that was closed: `coin:address` and what it was about. */
  readonly addressNoticeClosed: string | null;
  /** Hours. */
  readonly chartPeriod: 1 | 24;
  readonly logChart: boolean;
  /** Offline workers that are not listed: `miner:algorithm:name`, newest first, at most 1,000. */
  readonly hiddenWorkers: readonly string[];
  readonly calculator: CalculatorChoice;
  /** The keys of the time before this record were taken over. */
  readonly migrated: boolean;
}

export interface StoredCoin {
  readonly symbol: string;
  readonly name: string;
}

export interface AddressVisit {
  readonly coin: string;
  readonly address: string;
  /** The miner, once the address has an accepted share. */
  readonly uuid?: string;
  /** In ms. */
  readonly at: number;
}

/** As typed; empty where nothing was. */
export interface CalculatorChoice {
  readonly powerW: string;
  /** Of a kilowatt hour. */
  readonly price: string;
  readonly currency: string;
}

const preferencesVersion = 1;

/** The news of the time before the site are never unread. */
const firstNewsDate = 1_669_667_290_000;

const isSymbol = matching(/^[A-Z0-9]{1,16}$/);
const isAlgorithmCode = matching(/^[a-z0-9]{1,32}$/);
const isReferralCode = matching(/^[A-Za-z0-9-]{1,32}$/);
const isWord = matching(/^[a-z-]{1,32}$/);
const isVersion = matching(/^[0-9A-Za-z.+-]{1,40}$/);
const isDecimal = matching(/^[0-9]{1,9}(?:\.[0-9]{0,9})?$/);
const isUuid = matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const isShort = matching(/^[^<>]{1,256}$/);
/** Only ever compared, so that a worker's name may hold anything. */
const isWorkerKey = matching(/^[0-9a-f-]{36}:[a-z0-9]{1,32}:[^]{1,64}$/);
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e14;
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 10_000;

type FieldReaders = { readonly [Field in keyof Preferences]: (value: unknown) => Preferences[Field] };

const readers: FieldReaders = {
  mode: (value) => (value === 'light' || value === 'dark' ? value : null),
  coin: (value) => (isSymbol(value) ? value : null),
  coinData: readStoredCoin,
  lastCoins: (value) => readList(value, isSymbol, 5),
  lastAlgorithms: (value) => readList(value, isAlgorithmCode, 10),
  ref: (value) => (isReferralCode(value) ? value : null),
  addressHistory: readVisits,
  lastAddresses: readAddresses,
  lastAddressCoinFilters: (value) => readList(value, isSymbol, 50),
  // One kind alone, as text, before several could be chosen.
  liveFilter: (value) => readList(isWord(value) ? [value] : value, isWord, 3),
  lastNewsDate: (value) => (isTime(value) ? value : firstNewsDate),
  newsCount: (value) => (isCount(value) ? value : 0),
  version: (value) => (isVersion(value) ? value : null),
  warningClosedAt: (value) => (isTime(value) ? value : null),
  coinHintAt: (value) => (isTime(value) ? value : null),
  addressNoticeClosed: (value) => (isShort(value) ? value : null),
  chartPeriod: (value) => (value === 1 ? 1 : 24),
  logChart: (value) => value === true,
  hiddenWorkers: (value) => readList(value, isWorkerKey, 1000),
  calculator: readCalculator,
  migrated: (value) => value === true,
};

export const preferenceFields = Object.keys(readers) as readonly (keyof Preferences)[];

export const defaultPreferences: Preferences = readFields({});

/** Reads the stored text; a field that is missing or damaged has its default, and so has everything in foreign data. */
export function parsePreferences(text: string | null): Preferences {
  const stored = parseRecord(text);
  return stored === null || stored['v'] !== preferencesVersion ? defaultPreferences : readFields(stored);
}

/** Judges every field of a record of unknown origin. */
export function readFields(stored: Readonly<Record<string, unknown>>): Preferences {
  // `readers` has a reader for each field and nothing else; Object.entries forgets that.
  return Object.fromEntries(
    Object.entries(readers).map(([field, read]) => [field, read(stored[field])]),
  ) as unknown as Preferences;
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
export function withAlgorithm(preferences: Preferences, algorithm: string): Preferences {
  return { ...preferences, lastAlgorithms: mostRecentFirst(preferences.lastAlgorithms, algorithm, 10) };
}

/** The preferences after an address was viewed: its visit is the newest. */
export function withVisit(preferences: Preferences, visit: AddressVisit): Preferences {
  const others = preferences.addressHistory.filter((other) => !isSameAddress(other, visit));
  return {
    ...preferences,
    addressHistory: [visit, ...others].slice(0, 50),
    lastAddresses: { ...preferences.lastAddresses, [visit.coin]: visit.address },
  };
}

/** The preferences without an address; the last one of a coin takes the coin's filter with it. */
export function withoutVisit(preferences: Preferences, visit: AddressVisit): Preferences {
  const addressHistory = preferences.addressHistory.filter((other) => !isSameAddress(other, visit));
  const isLeft = addressHistory.some(({ coin }) => coin === visit.coin);
  const { [visit.coin]: last, ...lastAddresses } = preferences.lastAddresses;
  return {
    ...preferences,
    addressHistory,
    lastAddresses: last === visit.address ? lastAddresses : preferences.lastAddresses,
    lastAddressCoinFilters: preferences.lastAddressCoinFilters.filter(
      (coin) => isLeft || coin !== visit.coin,
    ),
  };
}

/** The preferences with workers that are not listed while they are offline. */
export function withHiddenWorkers(preferences: Preferences, keys: readonly string[]): Preferences {
  const hiddenWorkers = [...new Set([...keys, ...preferences.hiddenWorkers])].slice(0, 1000);
  return { ...preferences, hiddenWorkers };
}

function isSameAddress(a: AddressVisit, b: AddressVisit): boolean {
  return a.coin === b.coin && a.address === b.address;
}

/** The preferences under a release of the site: another one than last time forgets the recent algorithms. */
export function withVersion(preferences: Preferences, version: string): Preferences {
  if (preferences.version === version) return preferences;
  const isFirst = preferences.version === null;
  return { ...preferences, version, lastAlgorithms: isFirst ? preferences.lastAlgorithms : [] };
}

function parseRecord(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function readStoredCoin(value: unknown): StoredCoin | null {
  if (!isRecord(value)) return null;
  const { symbol, name } = value;
  return isSymbol(symbol) && isShort(name) ? { symbol, name } : null;
}

function readVisits(value: unknown): readonly AddressVisit[] {
  if (!Array.isArray(value)) return [];
  return value
    .flatMap((item: unknown) => {
      if (!isRecord(item)) return [];
      const { coin, address, uuid, at } = item;
      if (!isSymbol(coin) || !isShort(address) || !isTime(at)) return [];
      return [{ coin, address, ...(isUuid(uuid) && { uuid }), at }];
    })
    .slice(0, 50);
}

function readAddresses(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => isSymbol(entry[0]) && isShort(entry[1]),
    ),
  );
}

function readCalculator(value: unknown): CalculatorChoice {
  const { powerW, price, currency } = isRecord(value) ? value : {};
  return {
    powerW: isDecimal(powerW) ? powerW : '',
    price: isDecimal(price) ? price : '',
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'USD',
  };
}

function readList(value: unknown, isItem: (item: unknown) => item is string, max: number): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter(isItem))].slice(0, max) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function matching(pattern: RegExp): (value: unknown) => value is string {
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}
