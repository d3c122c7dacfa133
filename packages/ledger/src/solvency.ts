/** What the pool owns of one asset and what it owes, in units of 10^-18. */
export interface Position {
  readonly asset: string;
  /** In the wallet, and what others owe the pool of it. */
  readonly held: bigint;
  /** What wallets should have of it: the sum of all liabilities, the pool's own part included, less what lies elsewhere. */
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

/** One coin at one exchange, in units of 10^-18. */
export interface CoinAtExchange {
  /** What trades have brought there, or was sent there to be sold, and none has spent again, by the ledger. */
  readonly bought: bigint;
  /** All that lies there, by the ledger. */
  readonly booked: bigint;
  /** What the exchange has more than `booked`, by two looks in a row; below zero less. 0 where it is equal, or was seen once. */
  readonly difference: bigint;
  /** The exchange has said within a day what it has. */
  readonly isKnown: boolean;
}

/**
 * What of a coin at an exchange may be what miners are owed: what trades have brought there, or conversions have sent there to be sold, as far as the
 * exchange still has it. What else was sent there is the pool's own and stands for none of theirs.
 */
export function countedAt({ bought, booked, difference, isKnown }: CoinAtExchange): bigint {
  if (!isKnown) return 0n;
  const there = difference < 0n ? booked + difference : booked;
  const counted = there < bought ? there : bought;
  return counted > 0n ? counted : 0n;
}

/**
 * What wallets have to hold of an asset, in units of 10^-18. All that is the pool's own may lie elsewhere; of what miners are owed, as much as exchanges
 * have of what trades brought.
 *
 * @param ownInWallets the pool's own less what lies at cold addresses and exchanges or is on its way there; below zero where more lies there
 * @param counted of all exchanges, by `countedAt`
 */
export function owedInWallets({
  theirs,
  ownInWallets,
  counted,
}: {
  readonly theirs: bigint;
  readonly ownInWallets: bigint;
  readonly counted: bigint;
}): bigint {
  return theirs + (ownInWallets > -counted ? ownInWallets : -counted);
}

/** One asset in the wallet of one network, in units of 10^-18. */
export interface CoinInWallet {
  readonly network: string;
  /** What the ledger has there. */
  readonly booked: bigint;
  readonly held: bigint;
}

/** The wallets that hold less than the ledger has there, by how much. */
export function shortWallets(
  wallets: readonly CoinInWallet[],
): readonly { readonly network: string; readonly short: bigint }[] {
  return wallets.flatMap(({ network, booked, held }) =>
    held < booked ? [{ network, short: booked - held }] : [],
  );
}

/**
 * What the wallets of some networks hold beyond the ledger while those of others lack some: it counts for nothing, because a coin is paid from the wallet
 * of its network, and a theft from one must not hide behind what another has too much.
 */
export function hiddenBetween(wallets: readonly CoinInWallet[]): bigint {
  if (shortWallets(wallets).length === 0) return 0n;
  return sumOf(wallets.map(({ booked, held }) => (held > booked ? held - booked : 0n)));
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
