/** Blocks that share a seed, a power of two. */
const epochBlocks = 2048;
/** A seed comes into force this many blocks after its block, so that caches are ready everywhere. */
const lagBlocks = 64;

/**
 * The height of the block whose hash is the seed of RandomX at a height.
 *
 * @see https://github.com/monero-project/monero/blob/v0.18.3.4/src/crypto/rx-slow-hash.c rx_seedheight
 */
export function randomxSeedHeight(height: number): number {
  if (height <= epochBlocks + lagBlocks) return 0;
  return Math.floor((height - lagBlocks - 1) / epochBlocks) * epochBlocks;
}
