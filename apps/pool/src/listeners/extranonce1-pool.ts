/** Hands out the numbers that keep the work of live sessions apart. */
export interface Extranonce1Pool {
  /** A number that no live session of any instance has; undefined when all are taken. */
  take(): number | undefined;
  /** Takes this very number, which a session had before; false when it is not ours or somebody has it. */
  claim(extranonce1: number): boolean;
  giveBack(extranonce1: number): void;
  readonly taken: number;
  /** Takes all numbers away and gives no others until `begin`. */
  retire(): void;
  /** Numbers from here on are those of this instance. */
  begin(instance: number): void;
  /** Calls back when no session may use its number any more; answers the function that ends it. */
  onRetire(listener: () => void): () => void;
  /** Calls back when there are numbers again after that; answers the function that ends it. */
  onBegin(listener: () => void): () => void;
}

const countMax = 0x1000000;

/**
 * The first byte is the instance, leased by the caller and never random; the other three count up, so that a number
 * comes back only after sixteen million sessions. Without an instance there are no numbers until `begin`.
 */
export function createExtranonce1Pool(first?: number): Extranonce1Pool {
  const live = new Set<number>();
  const onRetire = new Set<() => void>();
  const onBegin = new Set<() => void>();
  let instance: number | undefined;
  let last = 0;
  /** The highest number that was ever handed out. */
  let highest = 0;

  function begin(next: number): void {
    if (!Number.isInteger(next) || next < 0 || next > 255) {
      throw new RangeError('an instance is a number from 0 to 255');
    }
    instance = next;
    for (const listener of onBegin) listener();
  }

  if (first !== undefined) begin(first);
  return {
    begin,
    take() {
      if (instance === undefined || live.size >= countMax) return undefined;
      do last = (last + 1) % countMax;
      while (live.has(last));
      live.add(last);
      highest = Math.max(highest, last);
      return instance * countMax + last;
    },
    claim(extranonce1) {
      const number = extranonce1 % countMax;
      if (Math.floor(extranonce1 / countMax) !== instance || number > highest || live.has(number))
        return false;
      live.add(number);
      return true;
    },
    giveBack(extranonce1) {
      // A session that ended with its instance has nothing to give back.
      if (Math.floor(extranonce1 / countMax) === instance) live.delete(extranonce1 % countMax);
    },
    get taken() {
      return live.size;
    },
    retire() {
      instance = undefined;
      live.clear();
      for (const listener of onRetire) listener();
    },
    onRetire: (listener) => subscription(onRetire, listener),
    onBegin: (listener) => subscription(onBegin, listener),
  };
}

function subscription(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
