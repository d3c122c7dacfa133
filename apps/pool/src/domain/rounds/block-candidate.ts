import type { MinerKey } from '../kernel/work-batch.ts';

/** A share whose hash also meets the network's target. */
export interface BlockCandidate {
  readonly algorithm: string;
  readonly chain: string;
  readonly height: number;
  /** As block explorers print it: 64 hex digits, most significant byte first. */
  readonly hash: string;
  /** What its chain submits, made by the chain at the candidate and opaque to the pool. */
  readonly submission: Uint8Array;
  /** Expected hashes for one block when this one was found. */
  readonly networkWork: bigint;
  readonly miner: MinerKey;
  readonly worker: string;
  readonly foundAt: number;
}
