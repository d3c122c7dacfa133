import type { BlockTemplate } from './block-template.ts';
import type { PoolKind } from './pool-kind.ts';

/** One asset that a block pays; merged mining pays several. */
export interface RewardLine {
  readonly asset: string;
  /** In units of 10^-18. */
  readonly amount: bigint;
}

export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly rewards: readonly RewardLine[] }
  /** Known already: the answer to a repeated submission. */
  | { readonly kind: 'duplicate'; readonly rewards: readonly RewardLine[] }
  | { readonly kind: 'stale' }
  /** The node has the block and cannot say what it is worth (BIP 22: `inconclusive`), for example on a branch that is not the longest. */
  | { readonly kind: 'inconclusive'; readonly why: string }
  /** These nodes have judged the block by themselves and refuse it. */
  | { readonly kind: 'invalid'; readonly why: string; readonly nodes: readonly string[] };

export type BlockState = 'unknown' | 'immature' | 'mature' | 'orphaned';

/** What one node says about a block. */
export interface BlockAnswer {
  /** Which node: two answers of one node are one. */
  readonly node: string;
  /** Its newest block. */
  readonly height: number;
  readonly state: BlockState;
  /** False while the node knows itself to be behind, or to be alone: its answer then counts for nothing. */
  readonly isSynced: boolean;
  /** For an orphaned block: how many blocks stand on the one that took its place. */
  readonly buriedUnder: number;
}

/** The nodes of a chain that answer independently of each other. */
export interface ChainNodes {
  /** All that are configured, whether they answer or not: where there are several, one that answers alone decides nothing. */
  readonly names: readonly string[];
  /**
   * What each of them says that answers.
   *
   * @param height where the block belongs: a node that does not know it says that it is orphaned by having another one there. Without it such a
   * node knows nothing
   */
  answersOf(hash: string, height?: number): Promise<readonly BlockAnswer[]>;
}

/** Where work of one algorithm comes from. Its blocks are the truth; the pool's ledger only follows them. */
export interface Chain {
  readonly name: string;
  readonly algorithm: string;
  readonly kind: PoolKind;
  /** Every bit of a block's version is the chain's own: none is left to miners (BIP 320). */
  readonly hasFixedVersion?: boolean;
  /** Its work has whole blocks, for proxies that make the work of their machines by themselves. */
  readonly givesWholeBlocks?: boolean;
  /** Work with the time and the difficulty of now; undefined while the chain gives none. */
  template(): BlockTemplate | undefined;
  /** Calls back with every new template; answers the function that ends it. */
  onTemplate(listener: (template: BlockTemplate) => void): () => void;
  /** Takes what `submissionOf` made. Safe to repeat with the same bytes. */
  submitBlock(submission: Uint8Array): Promise<SubmitOutcome>;
  /** What its node says. The chain of a sandbox is its own truth; of a real one this is one node's word. */
  stateOf(hash: string): Promise<BlockState>;
  /** Without them the chain has one node, which is `stateOf`. */
  readonly nodes?: ChainNodes;
  /**
   * Blocks above a height that pay the pool's own address, from the chain itself: a restored database may lack them. Left out by a
   * chain that cannot list them.
   */
  ownBlocks?(aboveHeight: number): Promise<readonly OwnBlock[]>;
  /**
   * What the wallets that watch the pool's address have received of a block, once its reward is mature; `unwatched` where none does,
   * `elsewhere` where the block does not pay it. A chain without wallets leaves it out.
   */
  watchedRewards?(hash: string): Promise<'unwatched' | 'elsewhere' | WatchedRewards>;
}

export interface WatchedRewards {
  /** How many wallets watch the address … */
  readonly wallets: number;
  /** … and what those say of the block that can. */
  readonly rewards: readonly WatchedReward[];
}

/** What one wallet has received of a block. */
export interface WatchedReward {
  readonly wallet: string;
  /** In units of 10^-18; 0 where it knows nothing of it. */
  readonly amount: bigint;
}

/** A block of the pool that is on its chain. */
export interface OwnBlock {
  readonly height: number;
  readonly hash: string;
  /** In ms, as the chain dates it. */
  readonly foundAt: number;
  readonly networkWork: bigint;
  /** What `submitBlock` takes: it answers `duplicate` with what the block pays. */
  readonly submission: Uint8Array;
}
