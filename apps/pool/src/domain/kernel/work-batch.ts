/** Who a share is counted for: one canonical (coin, address, memo) is one miner. */
export interface MinerKey {
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
}

/** Accepted work of one worker within one minute. */
export interface WorkLine {
  readonly miner: MinerKey;
  readonly worker: string;
  readonly referralCode: string | null;
  /** Expected hashes: the sum of the difficulties that the shares were given. */
  readonly work: bigint;
  readonly shares: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Where it came from, as `sourceKey` writes it; absent where that can prove nothing. */
  readonly source?: string;
}

/** Why shares were refused, as far as a miner can do something about it. */
export const rejectReasons = ['stale', 'duplicate', 'low-difficulty', 'malformed'] as const;
export type CountedReject = (typeof rejectReasons)[number];

/** Refused shares of one worker. */
export interface RejectLine {
  readonly miner: MinerKey;
  readonly worker: string;
  readonly reason: CountedReject;
  readonly shares: number;
  readonly at: number;
}

/** Whose work it was, where another pool gave it: what it earns is what that pool pays. */
export interface Relayed {
  /** The pool, as the settings name it. */
  readonly upstream: string;
  /** Expected hashes for one block of its network, when the shares came. */
  readonly networkWork: bigint;
}

/** Accepted work, and what was refused beside it, on its way to the database. The id makes a repeat harmless. */
export interface WorkBatch {
  readonly id: string;
  readonly algorithm: string;
  /** Left out for work on the pool's own chains. */
  readonly relayed?: Relayed;
  readonly lines: readonly WorkLine[];
  readonly rejects?: readonly RejectLine[];
}
