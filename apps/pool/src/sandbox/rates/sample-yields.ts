import { sampleNetworks } from '@openlode/catalogue/sample-prices';
import type { Yields } from '../../domain/kernel/yields.ts';

/** The catalogue's snapshot of networks, for the sandbox's calculator. */
export const sampleYields: Yields = {
  networksOf: (algorithm) => {
    const network = sampleNetworks[algorithm];
    if (network === undefined) return [];
    return [network, ...network.merged].map(({ coin, blockTimeS, rewardPerBlock, networkRate }) => ({
      asset: coin,
      blockTimeS,
      rewardPerBlock,
      networkRate,
    }));
  },
};
