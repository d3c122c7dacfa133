import { type JobFacts, JobRegistry, type JobRegistryOptions, type OpenJob } from '../../core/jobs.ts';
import { hexOfBytes } from '../../wire/hex.ts';

/** What a miner adds to a header. */
export interface EthereumSolution {
  readonly nonce: bigint;
  /** 32 bytes. */
  readonly mix: Uint8Array;
}

/** One piece of work of Ethash, Etchash and KawPow. */
export interface EthereumJob extends JobFacts {
  /** The hash of the header without mix and nonce, 32 bytes as printed. */
  readonly headerHash: Uint8Array;
  /** What the dataset of the height's epoch is made of, 32 bytes. */
  readonly seedHash: Uint8Array;
  /** The hash of the whole block's header, as explorers print it. */
  blockHash(solution: EthereumSolution): string;
}

/** A job that takes shares, with its hashes as they are printed. */
export interface OpenEthereumJob extends OpenJob<EthereumJob> {
  readonly header: string;
  readonly seed: string;
}

export type EthereumJobs<Parts> = JobRegistry<Parts, EthereumJob & Parts, OpenEthereumJob>;

/**
 * The jobs of a chain of the family. `stamp` makes a job of a template: each time a header that no other job has, for each session gets
 * one of its own.
 */
export function ethereumJobs<Parts>(
  stamp: (parts: Parts) => EthereumJob & Parts,
  options: JobRegistryOptions = {},
): EthereumJobs<Parts> {
  return new JobRegistry(
    {
      stamp,
      prepare: (opened: OpenJob<EthereumJob & Parts>): OpenEthereumJob => ({
        ...opened,
        header: hexOfBytes(opened.job.headerHash),
        seed: hexOfBytes(opened.job.seedHash),
      }),
    },
    options,
  );
}

/** What a verifier of Ethash or KawPow is given. */
export interface EthashInput {
  readonly headerHash: Uint8Array;
  readonly nonce: bigint;
  readonly height: number;
  /** What the miner says its mix is; undefined where its dialect does not say. */
  readonly mix: Uint8Array | undefined;
  /** The highest hash that is worth anything, least significant byte first. */
  readonly limit: Uint8Array;
}

/**
 * What it answers, each 32 bytes, most significant first. Where the miner's mix gives a hash above the limit already, that hash and
 * that mix: such a share is refused without a walk over the dataset.
 */
export interface EthashVerdict {
  readonly mix: Uint8Array;
  readonly hash: Uint8Array;
}
