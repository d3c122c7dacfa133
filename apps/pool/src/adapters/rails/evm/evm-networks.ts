import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';

/** An EVM network that this release pays on. */
export interface EvmNetwork {
  /** As the catalogue names it. */
  readonly network: string;
  /** Its coin, in which fees are paid. */
  readonly asset: string;
  /** Its number (EIP-155). */
  readonly chainId: bigint;
  /** The fewest blocks on a payment, its own counted, that make it final: more than branches of the network that were given up had. */
  readonly confirmationsMin: number;
  /** Of a rollup: what the chain beneath takes is counted in the gas of a transaction, or taken beside it. */
  readonly rollup?: 'in-gas' | 'beside-gas';
  /** Gas that was allowed and not used is given back up to a quarter of what was allowed; receipts name what was used alone. */
  readonly refundsQuarter?: true;
}

/**
 * Numbers as ethereum-lists/chains has them. Branches of ETHW can be as long as those of Ethereum Classic were. What a rollup has in a block
 * it gives up where the chain beneath never gets it, or gives it up itself: on most days the least depth here, some twenty minutes of Arbitrum
 * and thirty of Optimism, is behind that, and where nothing was brought there for hours it is not.
 */
export const evmNetworks: readonly EvmNetwork[] = [
  { network: 'ETH', asset: 'ETH', chainId: 1n, confirmationsMin: 64 },
  { network: 'BSC', asset: 'BNB', chainId: 56n, confirmationsMin: 64 },
  { network: 'POLYGON', asset: 'POL', chainId: 137n, confirmationsMin: 512 },
  { network: 'AVAXC', asset: 'AVAX', chainId: 43_114n, confirmationsMin: 32 },
  { network: 'ETC', asset: 'ETC', chainId: 61n, confirmationsMin: 10_000 },
  { network: 'ETHW', asset: 'ETHW', chainId: 10_001n, confirmationsMin: 10_000 },
  { network: 'ARBITRUM', asset: 'ETH', chainId: 42_161n, confirmationsMin: 5000, rollup: 'in-gas' },
  { network: 'OPTIMISM', asset: 'ETH', chainId: 10n, confirmationsMin: 1000, rollup: 'beside-gas' },
  { network: 'CFXE', asset: 'CFX', chainId: 1030n, confirmationsMin: 1200, refundsQuarter: true },
  { network: 'FTM', asset: 'FTM', chainId: 250n, confirmationsMin: 32 },
];

/** Throws where there is none: the settings name no others. */
export function evmNetwork(network: string): EvmNetwork {
  const found = evmNetworks.find((each) => each.network === network);
  if (found === undefined) throw new Error(`nothing is paid on ${network}`);
  return found;
}

/** The fewest blocks on a payment that make it final: a test network is what its operator makes of it. */
export function leastDepthOn({ confirmationsMin }: EvmNetwork, kind: NodePoolKind): number {
  return kind === 'real' ? confirmationsMin : 1;
}
