import { beforeEach, onTestFinished } from 'vitest';
import { closeToast, readToasts, subscribeToToasts, type Toast } from '../shared/ui/toast-store.ts';

/**
 * For the top of a suite: answers how to read every message that its test has shown so far, each once and in order. A message goes after three
 * seconds, and a busy machine may look later than that.
 */
export function recordToasts(): () => readonly Toast[] {
  let shown: readonly Toast[] = [];
  beforeEach(() => {
    for (const { id } of readToasts()) closeToast(id);
    shown = [];
    const stop = subscribeToToasts(() => {
      const known = new Set(shown.map(({ id }) => id));
      shown = [...shown, ...readToasts().filter(({ id }) => !known.has(id))];
    });
    onTestFinished(() => {
      stop();
    });
  });
  return () => shown;
}
