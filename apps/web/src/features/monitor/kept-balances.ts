import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** The balances that were read last, for the time without a network. A record of its own: it is data, not a preference. */
export interface KeptBalances {
  /** In ms. */
  readonly at: number;
  /** By miner id. */
  readonly balances: Readonly<Record<string, KeptBalance>>;
}

export interface KeptBalance {
  /** Decimal text. */
  readonly balance: string;
  /** Decimals that it is shown with. */
  readonly precision: number;
}

const key = storageKeys.watchedBalances;

export function readBalances(): KeptBalances | null {
  try {
    return parseBalances(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function keepBalances(kept: KeptBalances): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A private window: the next visit starts without.
  }
}

/** Null where nothing was kept or where it is damaged. */
export function parseBalances(text: string | null): KeptBalances | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<KeptBalances> | null;
    if (value === null || typeof value.at !== 'number' || !(value.at >= 0 && value.at < 1e14)) return null;
    const entries = Object.entries(value.balances ?? {}).filter(
      ([uuid, kept]) => /^[0-9a-f-]{36}$/.test(uuid) && isSound(kept),
    );
    return { at: value.at, balances: Object.fromEntries(entries) };
  } catch {
    return null;
  }
}

function isSound(kept: unknown): boolean {
  const { balance, precision } = (kept ?? {}) as Partial<KeptBalance>;
  return (
    typeof balance === 'string' &&
    /^\d+(\.\d+)?$/.test(balance) &&
    Number.isInteger(precision) &&
    (precision ?? -1) >= 0
  );
}
