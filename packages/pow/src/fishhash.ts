import { blake3 } from '@noble/hashes/blake3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Dag } from './dag.ts';
import { reversed, u64ToLittleEndian } from './integers.ts';

/**
 * Iron Fish's proof of work (from sequence 503,338).
 *
 * @param dag opened with `fishhashSizes`
 * @param header 180 bytes, the randomness in the last eight
 * @returns 32 bytes, most significant first
 * @see iron-fish/fish-hash
 */
export function hashIronFish(dag: Dag, header: Uint8Array): Uint8Array {
  const seed = blake3(header, { dkLen: 64 });
  return blake3(concatBytes(seed, dag.fishhash(seed, 'fishhash')));
}

/**
 * Karlsen's proof of work, version 2 (from DAA score 26,962,009).
 *
 * @param dag opened with `fishhashSizes`
 * @param prePowHash 32 bytes of the job
 * @param timestamp milliseconds, of the job
 * @param nonce 64 bits
 * @returns 32 bytes, most significant first
 * @see rusty-karlsen, crypto/hashes: PowB3Hash and PowFishHash
 */
export function hashKarlsen(dag: Dag, prePowHash: Uint8Array, timestamp: bigint, nonce: bigint): Uint8Array {
  const first = blake3(
    concatBytes(prePowHash, u64ToLittleEndian(timestamp), new Uint8Array(32), u64ToLittleEndian(nonce)),
  );
  const mixed = dag.fishhash(concatBytes(first, new Uint8Array(32)), 'fishhash+');
  return reversed(blake3(mixed));
}
