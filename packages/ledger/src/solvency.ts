/** What the pool owns of one asset and what it owes, in units of 10^-18. */
export interface Position {
  readonly asset: string;
  /** In the wallet, and what others owe the pool of it. */
  readonly held: bigint;
  /** The sum of all liabilities, the pool's own part included. */
  readonly owed: bigint;
}

export interface Shortfall {
  readonly asset: string;
  readonly short: bigint;
}

/** The assets of which less is held than owed, by how much; payouts of these have to stop. */
export function shortfalls(positions: readonly Position[]): Shortfall[] {
  return positions
    .filter(({ held, owed }) => held < owed)
    .map(({ asset, held, owed }) => ({ asset, short: owed - held }));
}
