/**
 * What another pool said of a share that is a block of its network. `late`: sent when work on it was over, and not accepted, so that it may have lost
 * against another block; `unanswered`: nothing in time, or the connection ended; `unsent`: it never left.
 */
export type RelayedAnswer = 'accepted' | 'refused' | 'unanswered' | 'late' | 'unsent';

/** Whether that pool was sent the block in time: its answer may be what it likes, and it may have kept the block. */
export function wasSentInTime(answer: RelayedAnswer): boolean {
  return answer !== 'late' && answer !== 'unsent';
}

/**
 * What became of it, by our own nodes. `lost`: they have it on a branch, or have given up the block that it stands on; `missing`: they have never
 * heard of it, and three blocks stand on another one in its place; `unjudged`: none of them could say it within a day.
 */
export type RelayedFate = 'waiting' | 'in-chain' | 'lost' | 'missing' | 'unjudged';

/** A block of another pool's network that a miner here has found. */
export interface FoundRelayedBlock {
  readonly upstream: string;
  readonly algorithm: string;
  readonly coin: string;
  /** As nodes print them: itself, and the block that it stands on. */
  readonly hash: string;
  readonly parent: string;
  readonly answer: RelayedAnswer;
}

/** What one node says of a block and of the one that it stands on: how many blocks there are from it on, 1 for the newest. */
export interface WitnessedBlock {
  readonly node: string;
  /** Below 1 on a branch that is not its best; undefined where it does not know the block. */
  readonly depth: number | undefined;
  readonly parentDepth: number | undefined;
}

/** Our own nodes, as witnesses of blocks that other pools should have sent to their networks. */
export interface BlockWitnesses {
  /** Whether nodes of a coin can be asked. */
  has(coin: string): boolean;
  /** What each of them says that answers. */
  ask(
    coin: string,
    block: { readonly hash: string; readonly parent: string },
  ): Promise<readonly WitnessedBlock[]>;
}
