import type { JobFacts, OpenJob } from '../../core/jobs.ts';

/** One piece of work of kHeavyHash and KarlsenHash: a header without its time and nonce, and the time. */
export interface KaspaJob extends JobFacts {
  /** The hash of the header with time and nonce zero, 32 bytes. */
  readonly prePowHash: Uint8Array;
  /** Of the header: milliseconds since 1970. A miner cannot change it. */
  readonly timestamp: bigint;
  /** The hash of the whole block's header, as explorers print it. */
  blockHash(solution: KaspaSolution): string;
}

/** What a miner adds to a job: 64 bits. */
export interface KaspaSolution {
  readonly nonce: bigint;
}

/** What a verifier is given; its verdict is the hash, 32 bytes, least significant first. */
export interface KaspaInput extends KaspaSolution {
  /** The job's own bytes: what is calculated of them is kept with this array. */
  readonly prePowHash: Uint8Array;
  readonly timestamp: bigint;
}

export type OpenKaspaJob = OpenJob<KaspaJob>;
