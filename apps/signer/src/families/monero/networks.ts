/** A network of Monero that the signer pays on. */
export interface MoneroNetwork {
  readonly network: string;
  /** What addresses of it begin with: of an account, with the number of a payment in it, and of a further address of the same account. */
  readonly prefixes: { readonly primary: number; readonly integrated: number; readonly further: number };
}

const prefixes = { primary: 18, integrated: 19, further: 42 };

/** A test network of one's own has the addresses of the main one. */
export const moneroNetworks: readonly MoneroNetwork[] = [
  { network: 'XMR', prefixes },
  { network: 'XMR-regtest', prefixes },
];

/** Throws where it is none: the registry gives a family its own networks only. */
export function moneroNetwork(network: string): MoneroNetwork {
  const found = moneroNetworks.find((each) => each.network === network);
  if (found === undefined) throw new Error(`${network} is no network of Monero`);
  return found;
}
