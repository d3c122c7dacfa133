import { groupThousands } from './split-amount.ts';

const prefixes = ['', 'k', 'm', 'g', 't', 'p', 'e', 'z'] as const;
/** As they are written: kilo is lower case, the others are capitals. */
const labels = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z'] as const;

export interface Hashrate {
  /** Two decimals, thousands grouped. */
  readonly value: string;
  /** For example `MH/s`. */
  readonly unit: string;
}

/** A rate that travels in `preUnit`, in whole hashes a second. */
export function hashesPerSecond(rate: number, preUnit: string): number {
  const step = Math.max(0, prefixes.indexOf(preUnit as (typeof prefixes)[number]));
  return Math.round(rate * 1000 ** step);
}

/**
 * A hashrate in the largest unit that leaves at least 1 before the point. `rate` is in `preUnit`, the prefix in which
 * the algorithm's rates travel; `unitLabel` is `H/s` or `Sol/s`.
 */
export function formatHashrate(rate: number, preUnit: string, unitLabel: string): Hashrate {
  const sane = Number.isFinite(rate) && rate > 0 ? rate : 0;
  let step = Math.max(0, prefixes.indexOf(preUnit as (typeof prefixes)[number]));
  let value = sane;
  while (value > 0 && value < 1 && step > 0) {
    value *= 1000;
    step -= 1;
  }
  // 999.995 would be set as 1,000.00 of the smaller unit.
  while (value >= 999.995 && step < prefixes.length - 1) {
    value /= 1000;
    step += 1;
  }
  const [whole = '', decimals = ''] = value.toFixed(2).split('.');
  return { value: `${groupThousands(whole)}.${decimals}`, unit: `${labels[step] ?? ''}${unitLabel}` };
}
