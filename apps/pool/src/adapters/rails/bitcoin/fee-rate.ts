/** How much a virtual kilobyte may cost, in the chain's smallest units. */
export interface FeeRates {
  /** Never less, whatever the nodes estimate. */
  readonly floor: bigint;
  /** Never more, whatever the nodes estimate. */
  readonly cap: bigint;
}

/** What a node says of fees, in the chain's smallest units a virtual kilobyte. */
export interface FeeEstimate {
  /** For a block within its target; undefined where it has seen too little to say. */
  readonly estimate: bigint | undefined;
  /** What its pool of transactions takes at least. */
  readonly least: bigint;
}

/**
 * The rate to pay: the highest estimate, because what is sent is not replaced, within floor and cap.
 *
 * @throws Error where a node takes nothing for less than more than the cap
 */
export function feeRate({ floor, cap }: FeeRates, estimates: readonly FeeEstimate[]): bigint {
  const least = largest(estimates.map((each) => each.least));
  if (least > cap)
    throw new Error(
      `the nodes take nothing below ${least} units a virtual kilobyte, and the cap of the settings is ${cap}`,
    );
  const wanted = largest([floor, least, ...estimates.flatMap(({ estimate }) => estimate ?? [])]);
  return wanted < cap ? wanted : cap;
}

/** The fee of a transaction of this size, rounded up. */
export function feeOf(rate: bigint, virtualBytes: number): bigint {
  return (rate * BigInt(virtualBytes) + 999n) / 1000n;
}

function largest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, each) => (each > most ? each : most), 0n);
}
