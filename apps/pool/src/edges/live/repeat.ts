/** Repeated work takes at most this part of the time. */
const workPart = 1 / 20;

export interface Repetition {
  /** Starts no more of it, and waits for a run in progress. */
  stop(): Promise<void>;
}

/**
 * Repeats work `ms` after its last run ended, later where it takes long: twenty times the shorter one of the last two runs, for a single long
 * one may be a machine that stood still. Runs never overlap; a failure is reported, and the next run tries again.
 */
export function repeat(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  let tookBefore = 0;
  const turn = async (): Promise<void> => {
    const began = performance.now();
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    const took = performance.now() - began;
    if (!stopped) wait(Math.max(ms, Math.min(took, tookBefore) / workPart));
    tookBefore = took;
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
