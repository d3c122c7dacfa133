import { blake3 } from '@noble/hashes/blake3.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** Alephium's block graph has four groups, and a chain for each pair of them. */
const groups = 4;

/** A chain of the block graph: blocks that move value from one group to another. */
export interface Chain {
  /** 0 to 3. */
  readonly from: number;
  /** 0 to 3. */
  readonly to: number;
}

/**
 * Alephium's proof of work: BLAKE3 twice over the nonce and the header that follows it.
 *
 * @param nonce 24 bytes, as submitted
 * @param headerBlob the header without its nonce, as the node gives it (302 bytes with four groups)
 * @returns 32 bytes, compared with the target as a number whose most significant byte comes first
 * @see Alephium's documentation, "Work with block"
 */
export function hashAlephium(nonce: Uint8Array, headerBlob: Uint8Array): Uint8Array {
  return blake3(blake3(concatBytes(nonce, headerBlob)));
}

/**
 * The chain on which a block with this hash belongs. A share is valid only on the chain of its job:
 * without this check a miner of one chain could use the work of all sixteen.
 *
 * @param hash what {@link hashAlephium} gave
 */
export function chainOf(hash: Uint8Array): Chain {
  const index = (((hash[30] ?? 0) << 8) | (hash[31] ?? 0)) % (groups * groups);
  return { from: Math.floor(index / groups), to: index % groups };
}
