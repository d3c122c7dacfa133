/** What the pool's wallets hold: the one figure about its money that its ledger cannot know by itself. */
export interface Wallet {
  /**
   * By asset, in units of 10^-18: everything that is mature and has not been handed to a network. An asset that is missing has
   * nothing. Rejects when a wallet cannot be asked.
   */
  holdings(): Promise<ReadonlyMap<string, bigint>>;
}
