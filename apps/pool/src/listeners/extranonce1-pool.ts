/** Hands out the numbers that keep the work of live sessions apart. */
export interface Extranonce1Pool {
  /** A number that no live session of any instance has; undefined when all are taken. */
  take(): number | undefined;
  /** Takes this very number, which a session had before; false when it is not ours or somebody has it. */
  claim(extranonce1: number): boolean;
  giveBack(extranonce1: number): void;
  readonly taken: number;
}

const countMax = 0x1000000;

/**
 * The first byte is the instance, leased by the caller and never random; the other three count up, so that a number
 * comes back only after sixteen million sessions.
 */
export function createExtranonce1Pool(instance: number): Extranonce1Pool {
  if (!Number.isInteger(instance) || instance < 0 || instance > 255) {
    throw new RangeError('an instance is a number from 0 to 255');
  }
  const live = new Set<number>();
  let last = 0;
  /** The highest number that was ever handed out. */
  let highest = 0;

  return {
    take() {
      if (live.size >= countMax) return undefined;
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
      live.delete(extranonce1 % countMax);
    },
    get taken() {
      return live.size;
    },
  };
}
