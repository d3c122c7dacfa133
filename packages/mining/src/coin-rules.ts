/** What the rules of this package need to know about a coin; the catalogue's coins satisfy it. */
export interface CoinRules {
  /** Upper-case symbol, for example `DOGE`. */
  readonly symbol: string;
  readonly name: string;
  /** Set for coins whose addresses carry a colon themselves (`kaspa:`); such addresses are never split into address and memo. */
  readonly addressPrefix: string | null;
  readonly delisted: boolean;
  /** The networks a payout can go to; exactly one is the default. */
  readonly chains: readonly ChainRules[];
}

export interface ChainRules {
  /** Chain code, unique within a coin, for example `BSC`. */
  readonly network: string;
  readonly name: string;
  readonly isDefault: boolean;
  /** How addresses of this network are encoded and checked. */
  readonly family: AddressFamily;
  /** The shape of an address, as served to clients; the family's checksum is checked on top. */
  readonly regex: string;
  /** The shape of a memo; null where the network takes none. */
  readonly regexMemo: string | null;
}

/** The name of an address encoding, as in the catalogue's data: `EVM`, `BTC`, `DOGE`, `XMR`, … */
export type AddressFamily = string;
