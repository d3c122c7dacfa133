import type { JobFacts, OpenJob } from '../../core/jobs.ts';

/** One piece of work of Equihash: the fields of Zcash's header up to the nonce, each as it stands in the header. */
export interface ZcashJob extends JobFacts {
  readonly version: number;
  /** Three times 32 bytes. */
  readonly previousHash: Uint8Array;
  readonly merkleRoot: Uint8Array;
  /** The hash of the block's commitments; older versions called it reserved. */
  readonly commitments: Uint8Array;
  /** Unix seconds; a share may carry a later time, never an earlier one. */
  readonly time: number;
  /** The network target in its compact form. */
  readonly bits: number;
}

/** What a miner adds to a job: a header of 140 bytes with its nonce, and a solution of 1,344 bytes. */
export interface ZcashSolution {
  readonly header: Uint8Array;
  readonly solution: Uint8Array;
}

export type OpenZcashJob = OpenJob<ZcashJob>;
