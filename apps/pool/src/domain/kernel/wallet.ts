/** A network whose wallet has not answered. */
export interface UnansweredNetwork {
  readonly network: string;
  /** In words for the operator. */
  readonly why: string;
}

/** What wallets hold, as far as they have answered. */
export interface Holdings {
  /** By asset, in units of 10^-18: everything that is mature and has not been handed to a network. An asset that is missing has nothing. */
  readonly amounts: ReadonlyMap<string, bigint>;
  /** The same of each network that has answered, where each has a wallet that is asked by itself: `amounts` is their sum. */
  readonly byNetwork?: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
  /** What is held on these is not in `amounts`: of their coins nothing follows from it. */
  readonly unanswered: readonly UnansweredNetwork[];
}

/** What the pool's wallets hold: the one figure about its money that its ledger cannot know by itself. */
export interface Wallet {
  /** Names each network whose wallet does not answer, so that one that is away hides nothing of the others. Rejects when none can be asked. */
  holdings(): Promise<Holdings>;
  /**
   * The wallets of which it consists, where each network has one that is asked by itself: then each has a time limit of its own, and
   * `holdings` is their sum (`sumWallets`). Left out where one call answers for all networks.
   */
  readonly byNetwork?: readonly NetworkWallet[];
}

/** The wallet of one network. */
export interface NetworkWallet {
  readonly network: string;
  /** By asset, in units of 10^-18. Rejects while it cannot say. */
  amounts(): Promise<ReadonlyMap<string, bigint>>;
}
