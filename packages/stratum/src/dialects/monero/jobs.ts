import type { JobFacts, OpenJob } from '../../core/jobs.ts';

/** Where the nonce of four bytes stands in a hashing blob. */
export const nonceAt = 39;
/** The longest hashing blob that xmrig takes, and that is hashed here. Monero's has 76 bytes, and a few more in a block of many transactions. */
export const hashingBlobBytesMax = 408;

/**
 * A whole block, for proxies that make of it work of their own for each of their machines. Eight bytes of its coinbase are theirs; with
 * others it is another block.
 */
export interface WholeBlock {
  readonly bytes: Uint8Array;
  /** Where the bytes stand that no other job has: eight of the pool, then those of the proxy. */
  readonly saltAt: number;
  /** The hashing blob with these eight bytes, with a zero nonce. */
  blobWith(extra: Uint8Array): Uint8Array;
  /** The same of `MoneroJob.blockHash`. */
  blockHashWith(extra: Uint8Array, nonce: Uint8Array): string;
}

/** One piece of work of RandomX. */
export interface MoneroJob extends JobFacts {
  /** The hashing blob, at least 43 bytes, with a zero nonce but for what the pool fixes of it. */
  readonly blob: Uint8Array;
  /** What the cache of the height is made of, 32 bytes. */
  readonly seedHash: Uint8Array;
  /** The same of the heights that soon follow, where it is another one. */
  readonly nextSeedHash?: Uint8Array | undefined;
  /** As programs call it: `rx/0`. */
  readonly algorithm: string;
  /**
   * Whether the last byte of the nonce is the pool's (the `nicehash` extension), because another session mines the same blob with
   * another byte.
   */
  readonly fixesNonceByte: boolean;
  /** The hash of the block, as explorers print it. `nonce`: 4 bytes. */
  blockHash(nonce: Uint8Array): string;
  /** Undefined where blocks are not Monero's own, as in a sandbox. */
  readonly whole?: WholeBlock | undefined;
}

/** What a miner adds to a job. */
export interface MoneroSolution {
  readonly nonce: Uint8Array;
  /** The eight bytes that a proxy has put into the block; undefined for all others. */
  readonly extra?: Uint8Array | undefined;
}

export type OpenMoneroJob = OpenJob<MoneroJob>;

/** What a verifier of RandomX is given; its verdict is the hash, 32 bytes, least significant first. */
export interface RandomxInput {
  /** The blob with the nonce in it. Of a proxy's share it is made when it is read: made-up shares that are never hashed cost no block. */
  readonly blob: Uint8Array;
  readonly seedHash: Uint8Array;
  readonly algorithm: string;
}
