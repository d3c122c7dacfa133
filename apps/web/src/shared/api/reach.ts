import { useSyncExternalStore } from 'react';

/** Whether the pool answers this page's calls. */
export interface Reach {
  /** When the pool last answered before it was lost, in ms. */
  readonly answeredAt: number;
  readonly isLost: boolean;
  /** Grows with each call that had no answer: one slow call is no outage, so the pool is asked again before it counts as lost. */
  readonly silences: number;
}

const listeners = new Set<() => void>();
let answeredAt = Date.now();
let shown: Reach = { answeredAt, isLost: false, silences: 0 };

export function noteAnswer(): void {
  answeredAt = Date.now();
  if (shown.isLost) show({ isLost: false });
}

export function noteSilence(): void {
  show({ silences: shown.silences + 1 });
}

export function noteLost(): void {
  if (!shown.isLost) show({ isLost: true });
}

export function useReach(): Reach {
  return useSyncExternalStore(subscribe, () => shown);
}

function show(change: Partial<Reach>): void {
  shown = { ...shown, answeredAt, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
