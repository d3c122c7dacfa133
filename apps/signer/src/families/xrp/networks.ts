export interface XrpNetwork {
  readonly network: string;
  /** Stands in each transaction of a network above 1024: no signature of it holds on another one. The real ledger has 0, and takes none. */
  readonly networkId?: number;
  /** What stands before the account in an address with a tag (XLS-5). */
  readonly taggedPrefix: readonly [number, number];
}

/** The pool has a table of its own. */
export const xrpNetworks: readonly XrpNetwork[] = [
  { network: 'XRP', taggedPrefix: [0x05, 0x44] },
  { network: 'XRP-regtest', networkId: 31_337, taggedPrefix: [0x04, 0x93] },
];

/** Throws a RangeError for a network that is not of the family: the registry asks for none. */
export function xrpNetwork(network: string): XrpNetwork {
  const found = xrpNetworks.find((each) => each.network === network);
  if (found === undefined) throw new RangeError(`${network} is no XRP Ledger`);
  return found;
}
