import type { AddressData } from '@openlode/contracts/http/address';

/** The name of a network of the coin, such as Dogecoin for `DOGE`: the same wherever a page tells of one. An unknown code stands for itself. */
export function networkName(chains: Readonly<AddressData['chains']>, network: string): string {
  return chains.find((chain) => chain.network === network)?.name ?? network;
}
