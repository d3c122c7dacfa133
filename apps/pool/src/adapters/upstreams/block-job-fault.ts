/** A share may take more than a block by what is said of the network, which may be old: no more than this many. */
const blocksMax = 2n;

/**
 * Why a job cannot be given whose share takes too little, or too much beside what a block of its network takes; undefined for one that can.
 *
 * @param ofShare expected hashes for a share, and `ofBlock` for a block: in one unit
 * @param leastWork of a share, but on a network whose blocks take less
 */
export function blockJobFault(ofShare: bigint, ofBlock: bigint, leastWork: bigint): string | undefined {
  if (ofShare < leastWork && ofBlock >= leastWork)
    return `a share of it takes ${ofShare} hashes, which would flood the port`;
  if (ofShare > blocksMax * ofBlock)
    return `a share of it takes ${ofShare} hashes, and a block of its network ${ofBlock}`;
  return undefined;
}
