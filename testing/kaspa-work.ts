import { hashKarlsen } from '@openlode/pow/fishhash';
import { hashKaspa, heavyMatrix } from '@openlode/pow/kheavyhash';
import { fishhashDag } from './fishhash-dag.ts';
import type { MinerWork } from './miner-work.ts';

const HASHES_PER_DIFFICULTY_1 = 2 ** 32;
const DIFFICULTY_1_TARGET = 2n ** 224n - 1n;
const SCALE = 2n ** 64n;

/** The proof of work of one job: 32 bytes, most significant first. */
type HashOfNonce = (nonce: bigint) => Uint8Array;

/** Work of Kaspa's family: a hash of 32 bytes, a time, and a nonce of 64 bits whose first digits are the pool's. The hash is that of the vectors. */
function kaspaFamilyWork(
  hashesBetweenLooks: number,
  open: (hash: Uint8Array, timestamp: bigint) => HashOfNonce,
): MinerWork {
  return {
    hashesPerDifficulty1: HASHES_PER_DIFFICULTY_1,
    hashesBetweenLooks,
    open(params, difficulty) {
      const id = String(params[0]);
      const { hash, timestamp } = readJob(params);
      const limit = limitOf(difficulty);
      return {
        id,
        search({ extranonce1 }, count) {
          const proofOf = open(hash, timestamp);
          // Each search has 2^32 nonces of its own.
          let nonce = BigInt(`0x${extranonce1.padEnd(16, '0')}`) + BigInt(count) * 2n ** 32n;
          return {
            run(hashes, onShare) {
              for (let done = 0; done < hashes; done += 1, nonce += 1n) {
                if (Buffer.compare(proofOf(nonce), limit) > 0) continue;
                onShare({ params: [`0x${nonce.toString(16).padStart(16, '0')}`], block: undefined });
              }
              return hashes;
            },
          };
        },
      };
    },
  };
}

export const kaspaWork = kaspaFamilyWork(32, (hash, timestamp) => {
  const matrix = heavyMatrix(hash);
  return (nonce) => hashKaspa(hash, matrix, timestamp, nonce);
});

export const karlsenWork: MinerWork = {
  ...kaspaFamilyWork(1, (hash, timestamp) => {
    const dag = fishhashDag();
    return (nonce) => hashKarlsen(dag, hash, timestamp, nonce);
  }),
  prepare: async () => void fishhashDag(),
};

/** The highest hash of a share, 32 bytes, most significant first. */
function limitOf(difficulty: number): Buffer {
  const scaled = BigInt(Math.floor(difficulty * Number(SCALE)));
  const target = (DIFFICULTY_1_TARGET * SCALE) / scaled;
  const highest = 2n ** 256n - 1n;
  return Buffer.from((target < highest ? target : highest).toString(16).padStart(64, '0'), 'hex');
}

/** `[job, [four numbers of 64 bits], time]`, or `[job, "hash and time"]`; every number with its least significant byte first. */
function readJob([, work, time]: readonly unknown[]): {
  readonly hash: Uint8Array;
  readonly timestamp: bigint;
} {
  if (typeof work === 'string') {
    const bytes = Buffer.from(work, 'hex');
    return { hash: new Uint8Array(bytes.subarray(0, 32)), timestamp: bytes.readBigUInt64LE(32) };
  }
  const hash = Buffer.alloc(32);
  for (const [index, word] of (work as readonly (string | number)[]).entries())
    hash.writeBigUInt64LE(BigInt(word), 8 * index);
  return { hash: new Uint8Array(hash), timestamp: BigInt(time as string | number) };
}
