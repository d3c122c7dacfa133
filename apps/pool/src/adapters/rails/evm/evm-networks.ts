import type { PoolKind } from '../../../domain/kernel/pool-kind.ts';

/** An EVM network that this release pays on. */
export interface EvmNetwork {
  /** As the catalogue names it. */
  readonly network: string;
  /** Its coin, in which fees are paid. */
  readonly asset: string;
  /** Its number (EIP-155). */
  readonly chainId: bigint;
}

/** The number that anvil and Hardhat give a test network. */
const testChainId = 31_337n;

/** Numbers as ethereum-lists/chains has them. Rollups are missing: what they take does not follow from gas alone. */
export const evmNetworks: readonly EvmNetwork[] = [
  { network: 'ETH', asset: 'ETH', chainId: 1n },
  { network: 'BSC', asset: 'BNB', chainId: 56n },
  { network: 'POLYGON', asset: 'POL', chainId: 137n },
  { network: 'AVAXC', asset: 'AVAX', chainId: 43_114n },
  { network: 'ETC', asset: 'ETC', chainId: 61n },
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
