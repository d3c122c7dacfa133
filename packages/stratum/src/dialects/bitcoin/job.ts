import { targetOfBits } from '../../core/difficulty.ts';
import type { JobFacts } from '../../core/jobs.ts';
import { hexOfBytes, printUint32 } from '../../wire/hex.ts';
import { notificationLine } from '../../wire/reply.ts';

/** Bytes of the coinbase transaction that tell miners apart: given by the pool, and free for the miner. */
export const extranonce1Bytes = 4;
export const extranonce2Bytes = 4;

/** One piece of work as the bitcoin dialect hands it out. */
export interface Job extends JobFacts {
  readonly version: number;
  /** 32 bytes in header order. */
  readonly previousHash: Uint8Array;
  /** The coinbase transaction is prefix, extranonce1, extranonce2, suffix. */
  readonly coinbasePrefix: Uint8Array;
  readonly coinbaseSuffix: Uint8Array;
  readonly merkleBranch: readonly Uint8Array[];
  /** The network target in its compact form. */
  readonly bits: number;
  /** Unix seconds; a share may carry a later time, never an earlier one. */
  readonly time: number;
}

/** A template of a chain, as far as a job is made of it. A job that is work for several chains names the target of the easiest one. */
export type JobParts = Omit<Job, 'id' | 'networkTarget'> & Partial<Pick<Job, 'networkTarget'>>;

export function createJob(id: string, parts: JobParts): Job {
  const {
    chain,
    height,
    version,
    previousHash,
    coinbasePrefix,
    coinbaseSuffix,
    merkleBranch,
    bits,
    time,
    networkTarget = targetOfBits(bits),
    networkWork,
    clean,
  } = parts;
  return {
    id,
    chain,
    height,
    version,
    previousHash,
    coinbasePrefix,
    coinbaseSuffix,
    merkleBranch,
    bits,
    time,
    networkTarget,
    networkWork,
    clean,
  };
}

/** The parameters of `mining.notify`. Numbers are printed most significant digit first. */
export function notifyParams(job: Job): readonly unknown[] {
  return [
    job.id,
    hexOfBytes(swapWords(job.previousHash)),
    hexOfBytes(job.coinbasePrefix),
    hexOfBytes(job.coinbaseSuffix),
    job.merkleBranch.map(hexOfBytes),
    printUint32(job.version),
    printUint32(job.bits),
    printUint32(job.time),
    job.clean,
  ];
}

export function notifyLine(job: Job): string {
  return notificationLine('mining.notify', notifyParams(job));
}

/** The protocol prints hashes as eight 32-bit words, each with its bytes reversed. */
export function swapWords(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index++) swapped[index] = bytes[index ^ 3] ?? 0;
  return swapped;
}
