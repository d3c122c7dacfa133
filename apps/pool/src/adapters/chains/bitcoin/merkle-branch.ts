import { sha256d } from './sha256d.ts';

/**
 * The hashes that a coinbase is folded with, one after another, to the merkle root of its block.
 *
 * @param txids of all other transactions in the block's order, each 32 bytes as hashed (not as printed)
 */
export function merkleBranch(txids: readonly Uint8Array[]): Uint8Array[] {
  const branch: Uint8Array[] = [];
  // The coinbase's own side of the tree is unknown: `level` holds what stands beside it.
  let level = txids;
  while (level.length > 0) {
    const [sibling, ...others] = level as [Uint8Array, ...Uint8Array[]];
    branch.push(sibling);
    level = pairsOf(others);
  }
  return branch;
}

/** The next level: a hash without a neighbour is hashed with itself. */
function pairsOf(hashes: readonly Uint8Array[]): Uint8Array[] {
  const pairs: Uint8Array[] = [];
  for (let index = 0; index < hashes.length; index += 2) {
    const left = hashes[index] ?? new Uint8Array(32);
    pairs.push(sha256d(Buffer.concat([left, hashes[index + 1] ?? left])));
  }
  return pairs;
}
