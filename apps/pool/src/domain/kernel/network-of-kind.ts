import type { NodePoolKind, PoolKind } from './pool-kind.ts';

/** A network of a chain, as the facts of each adapter name it. */
export type Network = 'main' | 'regtest';

const networks: Readonly<Record<NodePoolKind, Network>> = { regtest: 'regtest', real: 'main' };
const kinds: Readonly<Record<Network, NodePoolKind>> = { regtest: 'regtest', main: 'real' };

/** The network of each chain, rail and wallet of a pool: the one place where its kind becomes one. */
export function networkOfKind(kind: NodePoolKind): Network {
  return networks[kind];
}

export function kindOfNetwork(network: Network): NodePoolKind {
  return kinds[network];
}

/** As a signer names the network of a coin, or an EVM network: `LTC`, `LTC-regtest`. */
export function signerNetwork(asset: string, kind: NodePoolKind): string {
  return kind === 'real' ? asset : `${asset}-${networks[kind]}`;
}

/** The number that anvil and Hardhat give a test network. */
const testChainId = 31_337n;

/** The number (EIP-155) of an EVM network. */
export function chainIdOf({ chainId }: { readonly chainId: bigint }, kind: PoolKind): bigint {
  return kind === 'regtest' ? testChainId : chainId;
}

const hourSeconds = 3600;

/**
 * The fewest blocks on a payment of a real network, its own counted, that make it final: those of an hour, 6 of Bitcoin, 24 of Litecoin, and 30
 * of Monero, which gave up 18 in September 2025. A test network is what its operator makes of it.
 */
export function leastDepth({ blockSeconds }: { readonly blockSeconds: number }, kind: PoolKind): number {
  return kind === 'real' ? Math.ceil(hourSeconds / blockSeconds) : 1;
}

/** Why so few blocks do not make a payment final, in words for an operator; undefined where they do. */
export function depthFault(network: string, confirmations: number, least: number): string | undefined {
  return confirmations >= least
    ? undefined
    : `${confirmations} confirmations are too few on ${network}: branches were given up that had more, ${least} are needed`;
}

/** @throws RangeError where so few blocks do not make a payment final */
export function requireDepth(network: string, confirmations: number, least: number): void {
  const fault = depthFault(network, confirmations, least);
  if (fault !== undefined) throw new RangeError(fault);
}
