import { useSyncExternalStore } from 'react';

/** A screen reader hears at most one message in this time: a newer one replaces what still waits. */
const spacingMs = 4000;

const listeners = new Set<() => void>();
let spoken = '';
let waiting: string | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Says a sentence to a screen reader, politely and at a bounded rate. */
export function announce(sentence: string): void {
  if (timer === null) speak(sentence);
  else waiting = sentence;
}

/** The one live region of the page; the shell draws it. */
export function Announcer() {
  const sentence = useSyncExternalStore(subscribe, () => spoken);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {sentence}
    </p>
  );
}

function speak(sentence: string): void {
  // A repeated sentence is news only when the text differs.
  spoken = sentence === spoken ? `${sentence}\u00a0` : sentence;
  for (const listener of listeners) listener();
  timer = setTimeout(() => {
    timer = null;
    const next = waiting;
    waiting = null;
    if (next !== null) speak(next);
  }, spacingMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
