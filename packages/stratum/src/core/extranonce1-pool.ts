import type { Grant, PortRules } from './session-state.ts';

/** What jobs are worth under a number that a session has given back. */
export interface ReleasedWork {
  /** The jobs and the rules of the port that the session was on: its grants hold for these. */
  readonly jobs: object;
  readonly rules: PortRules;
  readonly grants: readonly Grant[];
}

/** Hands out the numbers that keep the work of live sessions apart. */
export interface Extranonce1Pool {
  /** A number that no live session of any instance has, and that no client can foresee; undefined when there is none. */
  take(): number | undefined;
  /**
   * Takes the number that an earlier session had, on a port with the same jobs and rules, and answers that session's grants. Undefined if
   * the number belongs to another instance, is in use, or has no known grants.
   */
  claim(extranonce1: number, port: Omit<ReleasedWork, 'grants'>): readonly Grant[] | undefined;
  /** `work` is undefined where no client was told the number. */
  giveBack(extranonce1: number, work?: ReleasedWork): void;
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
/** Numbers whose grants are remembered; a forgotten one cannot be claimed. */
const releasedMax = 16_384;
const attemptsMax = 64;

/**
 * The first byte of a number is the instance, leased by the caller. The other three are random: the work of a number's first job is fixed
 * when a client is told the number, so no client may guess the number and search under it earlier. Without an instance there are no
 * numbers until `begin`. `random` answers a whole number from 0 to below its argument.
 */
export function createExtranonce1Pool(random: (below: number) => number, first?: number): Extranonce1Pool {
  const live = new Set<number>();
  const released = new Map<number, ReleasedWork>();
  const onRetire = new Set<() => void>();
  const onBegin = new Set<() => void>();
  let instance: number | undefined;

  function begin(next: number): void {
    if (!Number.isInteger(next) || next < 0 || next > 255) {
      throw new RangeError('an instance is a number from 0 to 255');
    }
    instance = next;
    for (const listener of onBegin) listener();
  }

  function remember(number: number, work: ReleasedWork): void {
    released.set(number, work);
    if (released.size <= releasedMax) return;
    for (const oldest of released.keys()) {
      released.delete(oldest);
      return;
    }
  }

  if (first !== undefined) begin(first);
  return {
    begin,
    take() {
      if (instance === undefined) return undefined;
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const number = random(countMax);
        if (live.has(number) || released.has(number)) continue;
        live.add(number);
        return instance * countMax + number;
      }
      return undefined;
    },
    claim(extranonce1, port) {
      const number = extranonce1 % countMax;
      const work = released.get(number);
      if (Math.floor(extranonce1 / countMax) !== instance || live.has(number)) return undefined;
      if (work === undefined || work.jobs !== port.jobs || work.rules !== port.rules) return undefined;
      released.delete(number);
      live.add(number);
      return work.grants;
    },
    giveBack(extranonce1, work) {
      // A session that ended with its instance has nothing to give back.
      if (Math.floor(extranonce1 / countMax) !== instance) return;
      const number = extranonce1 % countMax;
      if (live.delete(number) && work !== undefined) remember(number, work);
    },
    get taken() {
      return live.size;
    },
    retire() {
      instance = undefined;
      live.clear();
      released.clear();
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
