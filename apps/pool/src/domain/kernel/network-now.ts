/** The next block of a network, by the word of nodes. */
export interface NetworkNow {
  /** Expected hashes for it. */
  readonly work: bigint;
  /** What it brings, fees included, in units of 10^-18; left out where nodes do not say it. */
  readonly reward?: bigint;
  /** What of that is fees of transactions; left out where nodes do not say it. */
  readonly fees?: bigint;
  /** What hashes of RandomX, or datasets of Ethash, are made with, of now and of soon, in hex; left out of other networks. */
  readonly seeds?: readonly string[];
}
