import { workOfTarget } from '@openlode/stratum/core/difficulty';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { blockJobFault } from './block-job-fault.ts';

/**
 * Seeds follow each other after days. What is made of one takes a second or more, and hundreds of megabytes: a stranger's lines must not have
 * one made after another. A node of the other pool may lag for this long.
 */
const seedMs = 600_000;
const seedsMax = 2;

/** What is known here of the network of a pool whose jobs do not say it. */
export interface NodesView {
  /** Expected hashes for a block, by the word of our own nodes. */
  readonly networkWork: (() => bigint | undefined) | undefined;
  /** Seeds that hold now or soon, in hex, by the same; where they do not say it, two in ten minutes are taken. */
  readonly seeds?: (() => readonly string[] | undefined) | undefined;
  /** Least work of a share, but on a test network whose blocks take less. */
  readonly leastWork: bigint | undefined;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

/** Why a job cannot be given whose difficulty and seed our own nodes must confirm; undefined for one that can. `seedOf`: in hex. */
export function nodesJobFault<Work>(
  { networkWork, seeds: saidSeeds, leastWork = 0n, now }: NodesView,
  seedOf: (work: Work) => string,
): (job: UpstreamJob<Work>) => string | undefined {
  const maySeed = followSeeds(now);
  const ofNodes = new Map<string, number>();
  return ({ target, work }) => {
    const ofBlock = networkWork?.();
    if (ofBlock === undefined) return 'no node of ours says what a block of its network takes';
    const ofShare = workOfTarget(target);
    const weighed = blockJobFault(ofShare, ofBlock, leastWork);
    if (weighed !== undefined) return weighed;
    const seed = seedOf(work);
    const reported = saidSeeds?.();
    if (reported !== undefined) {
      for (const each of reported) ofNodes.set(each, now());
      return now() - (ofNodes.get(seed) ?? Number.NEGATIVE_INFINITY) <= seedMs
        ? undefined
        : 'its seed is none that our nodes have said within ten minutes';
    }
    return maySeed(seed) ? undefined : 'it names one seed after another';
  };
}

/**
 * Whether a seed, or what stands for one, may be used: one that is known, or the third in ten minutes at the earliest.
 *
 * @param now milliseconds that never go back
 */
export function followSeeds(now: () => number): (seed: string) => boolean {
  const seeds = new Map<string, number>();
  return (seed) => {
    if (seeds.has(seed)) return true;
    const [oldest] = seeds;
    if (seeds.size >= seedsMax && oldest !== undefined) {
      const newest = Math.max(...seeds.values());
      if (now() - newest < seedMs) return false;
      seeds.delete(oldest[0]);
    }
    seeds.set(seed, now());
    return true;
  };
}
