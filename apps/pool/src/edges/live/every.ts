/** Work that comes again and again never takes more than this part of the time. */
const workPart = 1 / 20;

export interface Repetition {
  /** Begins no more of it, and waits for what is under way. */
  stop(): Promise<void>;
}

/**
 * Does something again and again, `ms` after it was last done; later where it takes long. Never twice at once; a failure is
 * reported and the next turn tries again.
 */
export function every(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  const turn = async (): Promise<void> => {
    const began = performance.now();
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    if (!stopped) wait(Math.max(ms, (performance.now() - began) / workPart));
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
