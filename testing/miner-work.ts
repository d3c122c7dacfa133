import type { Tongue } from './stratum-tongue.ts';

/** How an algorithm is mined in JavaScript: how its jobs are read and searched. */
export interface MinerWork {
  /** Expected hashes of a share of difficulty 1. */
  readonly hashesPerDifficulty1: number;
  /** How many hashes are done between two looks at the clock. */
  readonly hashesBetweenLooks: number;
  /** What a miner does at most unless it is told otherwise; as many as one core does where it is left out. */
  readonly perSecondMax?: number;
  /** The parameters of `mining.subscribe`; the name of the program where it is left out. */
  subscription?(user: string, agent: string, password: string): readonly unknown[];
  /** Where nothing follows `mining.subscribe`. */
  readonly isLoggedInBySubscription?: boolean;
  /** Where messages have another form than Bitcoin's. */
  tongue?(): Tongue;
  /** The parameters of `mining.authorize`; user and password where it is left out. */
  authorization?(user: string, password: string): readonly unknown[];
  /** Makes ready what takes longer than a hash; called before the first job. */
  prepare?(): Promise<void>;
  /** Reads the parameters of `mining.notify`. */
  open(params: readonly unknown[], difficulty: number): MinedJob;
}

export interface MinedJob {
  readonly id: string;
  /** What a share counts, where the job says that and no difficulty before it. */
  readonly work?: bigint;
  /** Searches the job with numbers of its own; `count` tells the searches of a miner apart. */
  search(session: { readonly extranonce1: string; readonly extranonce2Bytes: number }, count: number): Search;
}

export interface Search {
  /** Hashes at most `count` nonces and hands over each share; answers how many it hashed, fewer when there are no more. */
  run(count: number, onShare: (share: FoundShare) => void): number;
}

export interface FoundShare {
  /** What `mining.submit` has behind user and job; all but the worker where its parameters have names. */
  readonly params: readonly string[] | Readonly<Record<string, unknown>>;
  /** The hash of the block that this share is; undefined for an ordinary one, and where a miner cannot know. */
  readonly block: string | undefined;
}
