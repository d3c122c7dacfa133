export interface SeededRandom {
  /** From 0 up to, and without, `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with this probability, in percent. */
  percent(chance: number): boolean;
}

/** The mulberry32 generator: the same seed gives the same run on every machine. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    percent: (chance) => below(100) < chance,
  };
}
