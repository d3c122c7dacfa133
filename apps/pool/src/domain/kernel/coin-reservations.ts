/**
 * Which coins were chosen for which payouts, kept before anything is signed: a signer signs for a payout twice only where both transactions
 * spend a coin in common, so what was chosen once is chosen again, by whichever process, until the bytes are stored and claim it. The number of an
 * account is kept as a coin is, for sweeps as well: their ids are below zero.
 */
export interface CoinReservations {
  /**
   * The coins of payouts that are not signed yet.
   *
   * @param payouts those that are to be built for
   */
  read(network: string, payouts: readonly bigint[]): Promise<ReservedCoins>;
  /**
   * Keeps coins for these payouts, on the disk before it resolves; false where one of them has been taken by another payment meanwhile. A
   * transaction that was signed for one of them is no other.
   */
  reserve(network: string, payouts: readonly bigint[], coins: readonly string[]): Promise<boolean>;
  /** Frees what was reserved for these payouts: nothing was signed with it. */
  release(network: string, payouts: readonly bigint[]): Promise<void>;
}

export interface ReservedCoins {
  /** Of at least one of the payouts asked for: they are spent first. */
  readonly own: ReadonlySet<string>;
  /** Of other payouts only: they are not spent. */
  readonly others: ReadonlySet<string>;
}
