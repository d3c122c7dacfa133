/** Work of which each key has a lane of its own: lanes run side by side, and the work of one key one after another. */
export interface Lanes {
  /**
   * Starts the work of each key whose lane is free; a lane that still runs from before is left alone. Waits for those that it started, no
   * longer than the lanes were made with. Throws what the last run of any lane failed with, also of one that ended since the last call.
   */
  run(keys: Iterable<string>, work: (key: string) => Promise<void>): Promise<void>;
  /** Resolves once nothing runs, or after `waitMs`: what does not end must not keep a process from ending. */
  ended(waitMs?: number): Promise<void>;
}

export interface LaneOptions {
  /** How long a call waits for what it started, ms; without it, to the end. */
  readonly waitMs?: number;
  /** Hear of each lane's work: a call that does not wait for it does not know whether it ends. */
  readonly onStart?: (key: string) => void;
  readonly onEnd?: (key: string) => void;
}

export function createLanes({ waitMs, onStart, onEnd }: LaneOptions = {}): Lanes {
  const running = new Map<string, Promise<void>>();
  const failed = new Map<string, unknown>();

  function start(key: string, work: (key: string) => Promise<void>): Promise<void> {
    onStart?.(key);
    const run = work(key)
      .then(
        () => void failed.delete(key),
        (error: unknown) => void failed.set(key, error),
      )
      .finally(() => {
        running.delete(key);
        onEnd?.(key);
      });
    running.set(key, run);
    return run;
  }

  return {
    run: async (keys, work) => {
      const asked = new Set(keys);
      // What no key is left of has nothing more to fail with.
      for (const key of failed.keys()) if (!asked.has(key)) failed.delete(key);
      const started = [...asked].filter((key) => !running.has(key)).map((key) => start(key, work));
      await withinMs(Promise.all(started), waitMs);
      const errors = [...failed.values()];
      if (errors.length === 1) throw errors[0];
      if (errors.length > 1) throw new AggregateError(errors.slice(0, 10), `${errors.length} lanes failed`);
    },
    ended: (limitMs) => withinMs(Promise.all(running.values()), limitMs),
  };
}

async function withinMs(work: Promise<unknown>, ms: number | undefined): Promise<void> {
  if (ms === undefined) {
    await work;
    return;
  }
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}
