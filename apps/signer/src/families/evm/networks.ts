export interface EvmNetwork {
  readonly network: string;
  /** Its number (EIP-155): a signature for one chain is none for another. */
  readonly chainId: bigint;
  /** Units of gas with which a number is used for nothing: Arbitrum counts in them what Ethereum takes, and gives back what is not needed. */
  readonly gasOfNothing?: bigint;
}

/** Each with its test network, which has the number that anvil and Hardhat give one. */
const mainNetworks: readonly EvmNetwork[] = [
  { network: 'ETH', chainId: 1n },
  { network: 'BSC', chainId: 56n },
  { network: 'POLYGON', chainId: 137n },
  { network: 'AVAXC', chainId: 43114n },
  { network: 'ETC', chainId: 61n },
  { network: 'ETHW', chainId: 10_001n },
  { network: 'ARBITRUM', chainId: 42_161n, gasOfNothing: 500_000n },
  { network: 'OPTIMISM', chainId: 10n },
  { network: 'CFXE', chainId: 1030n },
  { network: 'FTM', chainId: 250n },
];

/** Chain numbers as ethereum-lists/chains has them. The pool has a table of its own. */
export const evmNetworks: readonly EvmNetwork[] = mainNetworks.flatMap((main) => [
  main,
  { ...main, network: `${main.network}-regtest`, chainId: 31_337n },
]);

/** Throws a RangeError for a network that is not of the family: the registry asks for none. */
export function evmNetwork(network: string): EvmNetwork {
  const found = evmNetworks.find((each) => each.network === network);
  if (found === undefined) throw new RangeError(`${network} is no EVM network`);
  return found;
}
