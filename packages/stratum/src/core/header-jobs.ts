import type { JobFacts, OpenJob } from './jobs.ts';

/** A job of a family whose miners get a header, or its hash, that lacks only its seal. */
export interface HeaderJob extends JobFacts {
  /** What miners are given; no other job has the same. */
  readonly work: Uint8Array;
  /** Of the header: milliseconds since 1970. */
  readonly timestamp: bigint;
  /** The network target in Bitcoin's compact form. */
  readonly bits: number;
  /** The hash of the whole block, as explorers print it. `seal`: what a miner adds. */
  blockHash(seal: Uint8Array): string;
}

export type OpenHeaderJob = OpenJob<HeaderJob>;
