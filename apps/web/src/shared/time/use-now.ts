import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

/** The current time in ms, once a second; all readers share one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** A text of the current time; its component renders again only when the text changes. */
export function useTextNow(textAt: (now: number) => string): string {
  return useSyncExternalStore(subscribe, () => textAt(now));
}

function subscribe(listener: () => void): () => void {
  if (timer === null) {
    now = Date.now();
    timer = setInterval(tick, 1000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
