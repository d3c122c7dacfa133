import type { JobFacts, OpenJob } from '../../core/jobs.ts';

/** Where the nonce of four bytes stands in a hashing blob. */
export const nonceAt = 39;

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
}

export type OpenMoneroJob = OpenJob<MoneroJob>;

/** What a verifier of RandomX is given; its verdict is the hash, 32 bytes, least significant first. */
export interface RandomxInput {
  /** The blob with the nonce in it. */
  readonly blob: Uint8Array;
  readonly seedHash: Uint8Array;
  readonly algorithm: string;
}
