import { restAfter } from '../../runtime/rest-after.ts';

export interface Repetition {
  /** Starts no more of it, and waits for a run in progress. */
  stop(): Promise<void>;
}

/**
 * Repeats work `ms` after its last run ended, later where it takes long (`restAfter`). Runs never overlap; a failure is reported, and the next
 * run tries again.
 */
export function repeat(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  const rest = restAfter(ms);
  const turn = async (): Promise<void> => {
    const began = performance.now();
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    if (!stopped) wait(rest(performance.now() - began));
  };
  const wait = (delay: number): void => {
    timer = setTimeout(() => {
      running = turn();
    }, delay);
    timer.unref();
  };
  wait(ms);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
