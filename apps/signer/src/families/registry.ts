import { bitcoinFamily } from './bitcoin/family.ts';
import { evmFamily } from './evm/family.ts';
import { moneroFamily } from './monero/family.ts';
import { solanaFamily } from './solana/family.ts';
import { tronFamily } from './tron/family.ts';
import { xrpFamily } from './xrp/family.ts';
import type { NetworkFamily, NetworkTerms } from './family.ts';

const families: readonly NetworkFamily[] = [
  bitcoinFamily,
  evmFamily,
  moneroFamily,
  solanaFamily,
  xrpFamily,
  tronFamily,
];

const byNetwork: ReadonlyMap<string, { readonly family: NetworkFamily; readonly terms: NetworkTerms }> =
  new Map(
    families.flatMap((family) => family.networks.map((terms) => [terms.network, { family, terms }] as const)),
  );

/** How a network's transactions are read and signed; undefined where the signer knows no such network. */
export function familyOf(network: string): NetworkFamily | undefined {
  return byNetwork.get(network)?.family;
}

export function termsOf(network: string): NetworkTerms | undefined {
  return byNetwork.get(network)?.terms;
}

/** All networks that the signer knows, in the order of their families. */
export const networkNames: readonly string[] = [...byNetwork.keys()];
