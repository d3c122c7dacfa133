import { hash, scryptSync } from 'node:crypto';
import { NonceSieve } from './nonce-sieve.ts';

/**
 * How a bitcoin-style job becomes a block header, written from the protocol alone. Nothing here may come from the
 * pool's own packages: the suites believe a share because this file and the pool agree.
 */
export interface StratumJob {
  readonly id: string;
  /** The header's previous hash with the bytes of each of its eight words reversed, in hex. */
  readonly previousHash: string;
  readonly coinbase1: string;
  readonly coinbase2: string;
  readonly merkleBranch: readonly string[];
  /** Version, bits and time are printed as big-endian numbers and lie little-endian in the header. */
  readonly version: string;
  readonly bits: string;
  readonly time: string;
  readonly isClean: boolean;
}

/** The parameters of `mining.notify`, in the order of the wire. */
export function readNotify(params: readonly unknown[]): StratumJob {
  const [id, previousHash, coinbase1, coinbase2, merkleBranch, version, bits, time, isClean] = params;
  return {
    id: String(id),
    previousHash: String(previousHash),
    coinbase1: String(coinbase1),
    coinbase2: String(coinbase2),
    merkleBranch: Array.isArray(merkleBranch) ? merkleBranch.map(String) : [],
    version: String(version),
    bits: String(bits),
    time: String(time),
    isClean: isClean === true,
  };
}

export function sha256d(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

/** The 80 bytes of the header with nonce 0; the nonce goes to offset 76, little-endian. */
export function headerOf(job: StratumJob, extranonce1: string, extranonce2: string): Buffer {
  const coinbase = Buffer.from(job.coinbase1 + extranonce1 + extranonce2 + job.coinbase2, 'hex');
  let root = sha256d(coinbase);
  for (const branch of job.merkleBranch) root = sha256d(Buffer.concat([root, Buffer.from(branch, 'hex')]));
  return Buffer.concat([
    Buffer.from(job.version, 'hex').reverse(),
    Buffer.from(job.previousHash, 'hex').swap32(),
    root,
    Buffer.from(job.time, 'hex').reverse(),
    Buffer.from(job.bits, 'hex').reverse(),
    Buffer.alloc(4),
  ]);
}

/** A proof of work: its hash of a header, and what a difficulty means in it. */
export interface ProofOfWork {
  hash(header: Uint8Array): Uint8Array;
  /** Skips nonces faster than they are hashed; without it each is hashed. */
  sieve?(header: Uint8Array, target: Uint8Array): NonceSieve;
  readonly difficulty1Target: bigint;
  readonly hashesPerDifficulty1: number;
}

export const PROOFS = {
  sha256: {
    hash: sha256d,
    sieve: (header, target) => new NonceSieve(header, target),
    difficulty1Target: 0xffffn << 208n,
    hashesPerDifficulty1: 2 ** 32,
  },
  scrypt: {
    hash: (header) => scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 }),
    difficulty1Target: 0xffffn << 224n,
    hashesPerDifficulty1: 2 ** 16,
  },
} satisfies Record<string, ProofOfWork>;

const SCALE_BITS = 64n;

/** The highest hash of a share of this difficulty, as 32 bytes, most significant first. */
export function targetOfDifficulty(difficulty: number, proof: ProofOfWork = PROOFS.sha256): Buffer {
  const scaled = BigInt(Math.floor(difficulty * 2 ** Number(SCALE_BITS)));
  const target = (proof.difficulty1Target << SCALE_BITS) / scaled;
  const highest = (1n << 256n) - 1n;
  return Buffer.from((target < highest ? target : highest).toString(16).padStart(64, '0'), 'hex');
}

/** The network's target in the header's compact form, as 32 bytes, most significant first. */
export function targetOfBits(bits: string): Buffer {
  const compact = Number.parseInt(bits, 16);
  const mantissa = BigInt(compact & 0x7fffff);
  const target = mantissa << BigInt(8 * ((compact >>> 24) - 3));
  return Buffer.from(target.toString(16).padStart(64, '0'), 'hex');
}

/** Expected hashes behind a share: difficulty 1 counts 2^32 of SHA-256d, as every pool has it. */
export function workOfDifficulty(difficulty: number, proof: ProofOfWork = PROOFS.sha256): bigint {
  return BigInt(Math.round(difficulty * proof.hashesPerDifficulty1));
}

/** Whether a hash, as SHA-256 gives it (least significant byte first), is at most the target. */
export function isBelow(candidate: Uint8Array, target: Uint8Array): boolean {
  for (let index = 0; index < 32; index += 1) {
    const difference = (candidate[31 - index] ?? 0) - (target[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}
