import type { PoolKind } from '../../../domain/kernel/pool-kind.ts';

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
}

/** The number that anvil and Hardhat give a test network. */
const testChainId = 31_337n;

/**
 * Numbers as ethereum-lists/chains has them. Branches of ETHW can be as long as those of Ethereum Classic were; those of Conflux eSpace are
 * given up no more once the chain beneath calls them final, which takes some minutes of a block a second. Rollups are missing: Arbitrum counts
 * in gas what Ethereum takes, so that no payment is known to take 21,000 of it, and Optimism takes that beside gas.
 */
export const evmNetworks: readonly EvmNetwork[] = [
  { network: 'ETH', asset: 'ETH', chainId: 1n, confirmationsMin: 64 },
  { network: 'BSC', asset: 'BNB', chainId: 56n, confirmationsMin: 64 },
  { network: 'POLYGON', asset: 'POL', chainId: 137n, confirmationsMin: 512 },
  { network: 'AVAXC', asset: 'AVAX', chainId: 43_114n, confirmationsMin: 32 },
  { network: 'ETC', asset: 'ETC', chainId: 61n, confirmationsMin: 10_000 },
  { network: 'ETHW', asset: 'ETHW', chainId: 10_001n, confirmationsMin: 10_000 },
  { network: 'CFXE', asset: 'CFX', chainId: 1030n, confirmationsMin: 1200 },
  { network: 'FTM', asset: 'FTM', chainId: 250n, confirmationsMin: 32 },
];

/** Throws where there is none: the settings name no others. */
export function evmNetwork(network: string): EvmNetwork {
  const found = evmNetworks.find((each) => each.network === network);
  if (found === undefined) throw new Error(`nothing is paid on ${network}`);
  return found;
}

export function chainIdOf({ chainId }: EvmNetwork, kind: PoolKind): bigint {
  return kind === 'regtest' ? testChainId : chainId;
}

/**
 * A test network is what its operator makes of it.
 *
 * @throws RangeError where a real one needs more blocks on a payment
 */
export function requireDepth(
  { network, confirmationsMin }: EvmNetwork,
  kind: PoolKind,
  confirmations: number,
): void {
  if (kind === 'real' && confirmations < confirmationsMin)
    throw new RangeError(
      `${confirmations} confirmations are too few on ${network}: branches were given up that had more, ${confirmationsMin} are needed`,
    );
}
