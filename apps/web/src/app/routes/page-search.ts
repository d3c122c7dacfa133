/** The parts of the URL's query that the pages read. Anything else is dropped, so that links stay canonical. */
export interface CoinPageSearch {
  readonly coin?: string;
  readonly algorithm?: string;
}

export interface AddressPageSearch {
  readonly coin?: string;
  /** Absent for the live tab. */
  readonly tab?: AddressTab;
}

export interface SupportSearch {
  /** Trimmed. */
  readonly search?: string;
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
  return { ...(coin !== undefined && { coin }), ...(tab !== undefined && { tab }) };
}

export function readSupportSearch({ search }: Record<string, unknown>): SupportSearch {
  const text = ['string', 'number', 'boolean'].includes(typeof search) ? String(search) : '';
  const trimmed = text.trim().slice(0, 100).trim();
  return trimmed === '' ? {} : { search: trimmed };
}

function readSymbol(value: unknown): string | undefined {
  return readWord(value)?.toUpperCase();
}

/** The router reads `?coin=1` as a number and `?coin=true` as a boolean; both may be what a person typed. */
function readWord(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text.slice(0, 64);
}
