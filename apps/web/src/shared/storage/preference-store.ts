import { useSyncExternalStore } from 'react';
import { migratePreferences, removeOldKeys } from './migrate-preferences.ts';
import { type Preferences, parsePreferences, printPreferences } from './preferences.ts';
import { storageKeys } from './storage-keys.ts';

const listeners = new Set<() => void>();
let current: Preferences | null = null;

/** The remembered preferences; the defaults where the browser keeps nothing for this site. */
export function readPreferences(): Preferences {
  current ??= readOnce();
  return current;
}

/** Changes the preferences and remembers them, as far as the browser lets us: a private window may refuse. */
export function changePreferences(change: (old: Preferences) => Preferences): void {
  current = change(readPreferences());
  try {
    localStorage.setItem(storageKeys.preferences, printPreferences(current));
  } catch {
    // Kept for this visit only.
  }
  for (const listener of listeners) listener();
}

/** One preference, kept up to date, also when another tab changes it. */
export function usePreference<Field extends keyof Preferences>(field: Field): Preferences[Field] {
  return useSyncExternalStore(subscribe, () => readPreferences()[field]);
}

/** Calls `listener` after every change; answers how to stop. */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', handleStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', handleStorage);
  };
}

/** Forgets what was read, so that the next reader looks at the storage again. */
export function reloadPreferences(): void {
  current = null;
  for (const listener of listeners) listener();
}

function handleStorage(event: StorageEvent): void {
  if (event.key === storageKeys.preferences || event.key === null) reloadPreferences();
}

function readOnce(): Preferences {
  let read = parsePreferences(null);
  try {
    const stored = parsePreferences(localStorage.getItem(storageKeys.preferences));
    read = migratePreferences(stored, localStorage);
    if (read !== stored) {
      localStorage.setItem(storageKeys.preferences, printPreferences(read));
      removeOldKeys(localStorage);
    }
  } catch {
    // A browser that refuses its storage: kept for this visit only.
  }
  return read;
}
