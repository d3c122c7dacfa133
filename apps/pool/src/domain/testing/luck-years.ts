import { judgedFrom, keepsBlocksBack, luckWindows } from '../views/withheld-blocks.ts';

/** The part of its blocks that a miner sends. */
export type Honesty = number;

/** Draws that a seed repeats (mulberry32). */
export function draw(seed: number): {
  readonly next: () => number;
  readonly poisson: (mean: number) => number;
  /** Near a Poisson number of a large mean. */
  readonly normal: (mean: number) => number;
} {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const poisson = (mean: number): number => {
    const least = Math.exp(-mean);
    let count = 0;
    for (let product = next(); product > least; product *= next()) count += 1;
    return count;
  };
  const normal = (mean: number): number =>
    mean + Math.sqrt(mean) * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return { next, poisson, normal };
}

/** A pool of miners of very different size, each judged at the end of each day of a year, as the pool judges them. */
export function yearOf({
  seed,
  miners,
  honesty,
  rateOf = () => undefined,
}: {
  readonly seed: number;
  readonly miners: number;
  readonly honesty: (miner: number, day: number) => Honesty;
  /** Blocks a day that the work of a miner finds; drawn where it says none. */
  readonly rateOf?: (miner: number) => number | undefined;
}): readonly { readonly miner: number; readonly day: number }[] {
  const random = draw(seed + 1);
  // From a block in two months to five a day.
  const rates = Array.from({ length: miners }, (_, miner) => rateOf(miner) ?? 5 * 300 ** -random.next());
  const found = rates.map(() => [] as number[]);
  const named = new Map<number, number>();
  for (let day = 0; day < 365; day += 1) {
    for (const [miner, rate] of rates.entries())
      found[miner]?.push(random.poisson(rate * honesty(miner, day)));
    for (const days of luckWindows) {
      const known = Math.min(days, day + 1);
      const judged = rates.filter((rate) => rate * known >= judgedFrom).length;
      for (const [miner, rate] of rates.entries()) {
        if (named.has(miner) || rate * known < judgedFrom) continue;
        const blocks = found[miner]?.slice(-known).reduce((sum, each) => sum + each, 0) ?? 0;
        if (keepsBlocksBack(blocks, rate * known, judged)) named.set(miner, day);
      }
    }
  }
  return [...named].map(([miner, day]) => ({ miner, day }));
}
