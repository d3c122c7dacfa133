/** Networks of a coin that a pool can mine on. */
export type Network = 'main' | 'regtest';

/** What is known of a chain before any of its nodes is asked. */
export interface ChainFacts {
  /** What a block pays, as the catalogue names it. */
  readonly asset: string;
  readonly algorithm: string;
  /** What the pool understands of `getblocktemplate` (BIP 9, BIP 23); the node refuses to answer without those that are in force. */
  readonly rules: readonly string[];
  /** Blocks that must stand on one before its coinbase can be spent. */
  readonly maturity: number;
  /** The name of a network in `getblockchaininfo`, and its first block: a node of another chain must not be mined on. */
  readonly networks: Readonly<Record<Network, { readonly name: string; readonly genesis: string }>>;
  /** Seconds between two blocks, as the chain aims at. */
  readonly blockSeconds: number;
}

/** Hashes: chainparams.cpp of each chain's reference node. */
const litecoin: ChainFacts = {
  asset: 'LTC',
  algorithm: 'scrypt',
  rules: ['segwit', 'mweb'],
  maturity: 100,
  networks: {
    main: { name: 'main', genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' },
    regtest: {
      name: 'regtest',
      genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
    },
  },
  blockSeconds: 150,
};

/** The chains that this release mines on nodes of its operator. */
export const bitcoinChains: readonly ChainFacts[] = [litecoin];
