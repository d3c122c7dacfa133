import { workOfTarget } from '@openlode/stratum/core/difficulty';
import { hashingBlobBytesMax } from '@openlode/stratum/dialects/monero/jobs';
import type { MoneroWork } from '@openlode/stratum/dialects/monero/monero-client';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';

/** What miners and verifier here calculate. */
const algorithm = 'rx/0';
/**
 * Seeds follow each other after days. A cache of one takes a second, and 256 MB: a stranger's lines must not have one made after another. A
 * node of the other pool may lag for this long.
 */
const seedMs = 600_000;
const seedsMax = 2;
/** A share may take more than a block by what our nodes said last, who may lag: no more than this many. */
const blocksMax = 2n;

/**
 * Why a job of Monero's protocol cannot be given; undefined for one that can.
 *
 * @param networkWork expected hashes for a block, by the word of our own nodes
 * @param seeds that hold now or soon, in hex, by the same; where they do not say it, two in ten minutes are taken
 * @param leastWork of a share, but on a test network whose blocks take less
 * @param now ms that never go back
 */
export function moneroJobFault({
  networkWork,
  seeds: saidSeeds,
  leastWork = 0n,
  now,
}: {
  readonly networkWork: (() => bigint | undefined) | undefined;
  readonly seeds?: (() => readonly string[] | undefined) | undefined;
  readonly leastWork: bigint | undefined;
  readonly now: () => number;
}): (job: UpstreamJob<MoneroWork>) => string | undefined {
  const seeds = new Map<string, number>();
  const ofNodes = new Map<string, number>();
  return ({ target, work }) => {
    if (work.algorithm !== algorithm)
      return `it gives work of ${work.algorithm}, and miners here have ${algorithm}`;
    if (work.blob.length > hashingBlobBytesMax)
      return `its blob has ${work.blob.length} bytes, and miners take ${hashingBlobBytesMax}`;
    const ofBlock = networkWork?.();
    if (ofBlock === undefined) return 'no node of ours says what a block of its network takes';
    const ofShare = workOfTarget(target);
    if (ofShare < leastWork && ofBlock >= leastWork)
      return `a share of it takes ${ofShare} hashes, which would flood the port`;
    if (ofShare > blocksMax * ofBlock)
      return `a share of it takes ${ofShare} hashes, and a block of its network ${ofBlock}`;
    const seed = Buffer.from(work.seedHash).toString('hex');
    const said = saidSeeds?.();
    if (said !== undefined) {
      for (const each of said) ofNodes.set(each, now());
      return now() - (ofNodes.get(seed) ?? Number.NEGATIVE_INFINITY) <= seedMs
        ? undefined
        : 'its seed is none of our nodes';
    }
    return takeSeed(seeds, seed, now()) ? undefined : 'it names one seed after another';
  };
}

/** Whether a seed may be used: one that is known, or the third in ten minutes at the earliest. */
function takeSeed(seeds: Map<string, number>, seed: string, now: number): boolean {
  if (seeds.has(seed)) return true;
  const [oldest] = seeds;
  if (seeds.size >= seedsMax && oldest !== undefined) {
    const newest = Math.max(...seeds.values());
    if (now - newest < seedMs) return false;
    seeds.delete(oldest[0]);
  }
  seeds.set(seed, now);
  return true;
}
