import type { ExposureLimits } from './exposure.ts';

/** What conversions may be worth, in units of 10^-18 dollars: the breaker against a mad rate. */
export interface ConversionCaps {
  readonly eachUsd: bigint;
  readonly hourUsd: bigint;
  /** How much they may leave open; not limited where it is left out. */
  readonly exposure?: ExposureLimits;
}

export type CapReason = 'over-cap' | 'over-hour-cap';

export interface CapMeter {
  /** Counts an exchange worth so much, or says why it has to wait for the operator. */
  take(usd: bigint): 'taken' | CapReason;
  /** What it has let through. */
  taken(): bigint;
}

/** A meter that knows what the last hour has seen before. What it refuses does not count, so smaller exchanges still pass. */
export function capMeter(caps: ConversionCaps, beforeUsd: bigint): CapMeter {
  let taken = 0n;
  return {
    take: (usd) => {
      if (usd > caps.eachUsd) return 'over-cap';
      if (beforeUsd + taken + usd > caps.hourUsd) return 'over-hour-cap';
      taken += usd;
      return 'taken';
    },
    taken: () => taken,
  };
}

/** For what the operator has approved. */
export const uncapped: CapMeter = { take: () => 'taken', taken: () => 0n };
