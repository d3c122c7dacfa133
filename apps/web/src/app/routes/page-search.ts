/** The parts of the URL's query that the pages read. Anything else is dropped, so that links stay canonical. */
export interface CoinPageSearch {
  readonly coin?: string;
  readonly algorithm?: string;
}

export interface AddressPageSearch {
  readonly coin?: string;
  /** Absent for the live tab. */
  readonly tab?: AddressTab;
  /** How the workers are listed, as words that their tab reads. */
  readonly find?: string | undefined;
  readonly state?: string | undefined;
  readonly sort?: string | undefined;
  readonly group?: string | undefined;
}

export interface SupportSearch {
  /** Trimmed. */
  readonly search?: string;
}

export interface RootSearch {
  readonly coin?: string;
  /** What stands for the referral code, as text and as it was written: a page says so where it is none. */
  readonly ref?: string | undefined;
}

/** The tabs beside the live tab. */
export type AddressTab = 'workers' | 'payments' | 'referrals' | 'stats' | 'hub';

const addressTabs: readonly AddressTab[] = ['workers', 'payments', 'referrals', 'stats', 'hub'];

export function readCoinPageSearch(search: Record<string, unknown>): CoinPageSearch {
  const coin = readSymbol(search['coin']);
  const algorithm = readWord(search['algorithm'])?.toLowerCase();
  return { ...(coin !== undefined && { coin }), ...(algorithm !== undefined && { algorithm }) };
}

export function readAddressPageSearch(search: Record<string, unknown>): AddressPageSearch {
  const coin = readSymbol(search['coin']);
  const tab = addressTabs.find((known) => known === search['tab']);
  const listed = tab === 'workers' ? ['find', 'state', 'sort', 'group'] : [];
  return {
    ...(coin !== undefined && { coin }),
    ...(tab !== undefined && { tab }),
    ...Object.fromEntries(listed.map((word) => [word, readWord(search[word])]).filter(([, text]) => text)),
  };
}

export function readSupportSearch({ search }: Record<string, unknown>): SupportSearch {
  const trimmed = typeof search === 'string' ? search.trim().slice(0, 100).trim() : '';
  return trimmed === '' ? {} : { search: trimmed };
}

/**
 * What every page reads: the coin, and the code of a referral link. One that is not there is answered as undefined, not left out: the router
 * would show the raw value in its place.
 */
export function readRootSearch({ ref, coin: typed }: Record<string, unknown>): RootSearch {
  const coin = readSymbol(typed);
  return { ref: readWord(ref), ...(coin !== undefined && { coin }) };
}

function readSymbol(value: unknown): string | undefined {
  return readWord(value)?.toUpperCase();
}

function readWord(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text.slice(0, 64);
}
