import { useSyncExternalStore } from 'react';
import { changePreferences, readPreferences, subscribe } from '../storage/preference-store.ts';

export type Theme = 'light' | 'dark';

const systemPrefersLight = () => matchMedia('(prefers-color-scheme: light)');

/** The theme in force: the visitor's choice, else the system's. */
function currentTheme(): Theme {
  return readPreferences().mode ?? (systemPrefersLight().matches ? 'light' : 'dark');
}

/** Keeps the page in step with the choice and the system; the first paint was done by the script in index.html. */
export function followTheme(): void {
  applyTheme();
  subscribe(applyTheme);
  systemPrefersLight().addEventListener('change', applyTheme);
}

export function toggleTheme(): void {
  const mode = currentTheme() === 'dark' ? 'light' : 'dark';
  changePreferences((old) => ({ ...old, mode }));
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, currentTheme);
}

function subscribeToTheme(listener: () => void): () => void {
  const unsubscribe = subscribe(listener);
  const system = systemPrefersLight();
  system.addEventListener('change', listener);
  return () => {
    unsubscribe();
    system.removeEventListener('change', listener);
  };
}

function applyTheme(): void {
  document.documentElement.dataset['theme'] = currentTheme();
}
