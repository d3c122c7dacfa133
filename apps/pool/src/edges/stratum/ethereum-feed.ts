import {
  type DagSizes,
  etchashEpoch,
  etchashSizes,
  ethashEpoch,
  ethashSizes,
  kawpowEpoch,
  kawpowSizes,
} from '@openlode/pow/dag-sizes';
import {
  type EthereumJob,
  ethereumJobs,
  type EthereumSolution,
  type OpenEthereumJob,
} from '@openlode/stratum/dialects/ethereum/jobs';
import { type KawpowJob, kawpowJobs, type OpenKawpowJob } from '@openlode/stratum/dialects/kawpow/jobs';
import { headerFeed, sealOfNonce } from './header-feed.ts';

/**
 * The jobs of a chain of Ethereum's family: the hash of a header, and what the dataset of its epoch is made of.
 *
 * @param seedOf of a height, 32 bytes
 */
function createEthereumFeed(seedOf: (height: number) => Uint8Array) {
  return headerFeed<EthereumJob, OpenEthereumJob>({
    family: 'ethereum',
    openRegistry: ethereumJobs,
    jobOf: ({ height }, block) => ({
      headerHash: block.work,
      seedHash: seedOf(height),
      blockHash: (solution) => block.hashOf(sealOfNonce(solution)),
    }),
    sealOf: (solution) => sealOfNonce(solution as EthereumSolution),
  });
}

/** Sizes take milliseconds and hold for thousands of heights. */
function seedOfEpoch(epochOf: (height: number) => number, sizesOf: (epoch: number) => DagSizes) {
  const seeds = new Map<number, Uint8Array>();
  return (height: number): Uint8Array => {
    const epoch = epochOf(height);
    let seed = seeds.get(epoch);
    if (seed === undefined) seeds.set(epoch, (seed = sizesOf(epoch).seed));
    return seed;
  };
}

const kawpowSeed = seedOfEpoch(kawpowEpoch, kawpowSizes);

/** The nonce, and the mix as printed: blocks of Ravencoin carry both, and both name them. */
function sealOfMix(solution: EthereumSolution): Uint8Array {
  return new Uint8Array(Buffer.concat([sealOfNonce(solution), solution.mix]));
}

/** The same for KawPow, whose jobs say their target as well. */
export const createKawpowFeed = headerFeed<KawpowJob, OpenKawpowJob>({
  family: 'kawpow',
  openRegistry: kawpowJobs,
  jobOf: ({ height, bits }, block) => ({
    headerHash: block.work,
    seedHash: kawpowSeed(height),
    bits,
    blockHash: (solution) => block.hashOf(sealOfMix(solution)),
  }),
  sealOf: (solution) => sealOfMix(solution as EthereumSolution),
});

export const createEthashFeed = createEthereumFeed(seedOfEpoch(ethashEpoch, ethashSizes));
export const createEtchashFeed = createEthereumFeed(seedOfEpoch(etchashEpoch, etchashSizes));
