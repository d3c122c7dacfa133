import type { AddressFamily, ChainRules, CoinRules } from '@openlode/mining/coin-rules';

/** A coin or token that miners can be paid in. */
export interface Coin extends CoinRules {
  /** Upper-case symbol, for example `DOGE`. It never changes: miners and ledger lines are kept under it. */
  readonly symbol: string;
  readonly name: string;
  /** Path of the mark below the site's root, for example `/coins/doge.svg`. */
  readonly logo: string;
  /** The group of the coin switcher that lists it. */
  readonly category: CoinCategory;
  readonly tags: readonly CoinTag[];
  /** Featured as new; the specification's `top`. */
  readonly isNew: boolean;
  /** No further rewards are credited; balances stay visible. */
  readonly delisted: boolean;
  /** Shown with a note on volatility. */
  readonly highRisk: boolean;
  /** Shown with the note that this coin is paid by conversion, whatever algorithm earns it. */
  readonly noPowNote: boolean;
  /** Set only where addresses carry a colon themselves (`kaspa:`), so that nothing splits them there. */
  readonly addressPrefix: string | null;
  /** The shape of a memo, set when at least one chain takes one. */
  readonly regexMemo: string | null;
  /** What the network calls a memo and what it may hold. */
  readonly memoKind: string | null;
  /** Other tickers under which the coin is known; `findCoin` accepts them. */
  readonly aliases: readonly string[];
  /** The networks it can be paid on; exactly one is the default. */
  readonly chains: readonly Chain[];
}

/** One network on which a coin is paid. */
export interface Chain extends ChainRules {
  /** Chain code, unique within a coin, for example `BSC`. */
  readonly network: string;
  readonly name: string;
  readonly isDefault: boolean;
  /** Null where the coin is the network's own. */
  readonly tokenStandard: TokenStandard | null;
  /** How addresses are encoded and checked. */
  readonly family: AddressFamily;
  /** Anchored at both ends; the family's checksum is judged on top of it. */
  readonly regex: string;
  /** Null where the network takes no memo, even if another chain of the coin does. */
  readonly regexMemo: string | null;
  /** The least amount that is paid out: decimal text in whole coins, because a float would round it. */
  readonly paymentThreshold: string;
  /** False while payouts on this network are under maintenance. */
  readonly enabled: boolean;
  /** The token's contract, null for a native coin. */
  readonly contract: string | null;
  /** Link prefixes; the address or the transaction id is appended. */
  readonly explorerAddress: string;
  readonly explorerTx: string;
  /** Decimal places that are shown and payable. The ledger's scale does not depend on it. */
  readonly precision: number;
}

export type CoinCategory =
  | 'layer1'
  | 'layer2'
  | 'mineable'
  | 'defi'
  | 'meme'
  | 'gaming'
  | 'stablecoin'
  | 'delisted';

/** The filters of the coin switcher. */
export type CoinTag = 'New' | 'Meme' | 'ERC20' | 'BEP20' | 'TRC20' | 'Solana';

export type TokenStandard = 'ERC20' | 'BEP20' | 'TRC20' | 'SPL';

/** A chain as it is written down: what is the rule need not be said. */
export type ChainEntry = Omit<Chain, keyof typeof usualChain> & Partial<Chain>;

/** A coin as it is written down. Its mark is `/coins/SYMBOL.svg`, in lower case, unless it says otherwise. */
export type CoinEntry = Omit<Coin, keyof typeof usualCoin | 'logo' | 'chains'> &
  Partial<Omit<Coin, 'chains'>> & { readonly chains: readonly ChainEntry[] };

const usualCoin = {
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
} satisfies Partial<Coin>;

const usualChain = {
  isDefault: false,
  tokenStandard: null,
  regexMemo: null,
  enabled: true,
  contract: null,
} satisfies Partial<Chain>;

/**
 * Completes an entry of the catalogue. It has no effect besides, so that a bundle pays only for the coins it names.
 * @__NO_SIDE_EFFECTS__
 */
export function defineCoin(entry: CoinEntry): Coin {
  return {
    logo: `/coins/${entry.symbol.toLowerCase()}.svg`,
    ...usualCoin,
    ...entry,
    chains: entry.chains.map((chain) => ({ ...usualChain, ...chain })),
  };
}
