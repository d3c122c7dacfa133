import type { AddressPrefixes } from '@openlode/mining/address-payment';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';

/** How a chain's header is named: the hash of a block, as printed. */
export interface HeaderRules {
  /** The first 80 of them are those of Bitcoin, but for the last four. */
  readonly bytes: number;
  nameOf(header: Uint8Array): string;
}

/**
 * What the transactions of a chain have beside those of Bitcoin. `timed`: four bytes behind the version, the moment that the transaction says of itself, in
 * seconds since 1970. `sapling`: those of Zcash up to version 4, of which from version 3 on a group stands behind the version, and behind the lock time a
 * height of expiry and shielded parts (ZIP 202, ZIP 203, ZIP 243). `nexa`: those of Nexa, which name coins by outpoints, say what each is worth, and have an
 * id that counts no signature.
 */
export type TransactionForm = 'timed' | 'sapling' | 'nexa';

/** What paying on a chain needs to know of it before any of its nodes is asked. */
export interface RailFacts {
  /** What is paid, and a block pays, as the catalogue names it. */
  readonly asset: string;
  /** Blocks that must stand on one before its coinbase can be spent. */
  readonly maturity: number;
  readonly networks: Readonly<Record<Network, NetworkFacts>>;
  /** How miners spell addresses that are paid, where an own one has fewer spellings; as on the main network where it is left out, see `minersPrefixes`. */
  readonly miners?: AddressPrefixes;
  /** Decimal places of a whole coin, in its smallest units and in the answers of its nodes; eight where it is left out. */
  readonly decimals?: number;
  /** Nothing beside where it is left out. */
  readonly form?: TransactionForm;
  /** The rules of its next block that payments are signed for, as its nodes print them (`consensus.nextblock`, ZIP 200); left out where signatures name none. */
  readonly branch?: string;
  /** A block of its main network, where other chains begin with the same block under the same name. */
  readonly markedBlock?: { readonly height: number; readonly hash: string };
  /** Seconds between two blocks, as the chain aims at. */
  readonly blockSeconds: number;
  /** Chains with one first block are told by what their nodes call themselves (`subversion`). */
  readonly agent?: { readonly has: string } | { readonly hasNot: string };
  /** Types of special transactions (version 3, the type in its upper half), or versions of Zcash's, whose outputs are left alone, see `lockedCoins`. */
  readonly leftTypes?: readonly number[];
  /** Rewards of blocks can be spent to shielded addresses only: they are no coins of a rail. */
  readonly leavesRewards?: true;
}

/** What is known of a chain that is mined before any of its nodes is asked. */
export interface ChainFacts extends RailFacts {
  readonly algorithm: string;
  /** What the pool understands of `getblocktemplate` (BIP 9, BIP 23); the node refuses to answer without those that are in force. */
  readonly rules: readonly string[];
  /** Blocks between two changes of the target; 1 where each block may have another one. */
  readonly retargetBlocks: number;
  /** The number of a chain that other chains may carry (AuxPoW): the upper half of each block's version, so that miners may change none of it. */
  readonly chainId?: number;
  /** Left out where headers are Bitcoin's. */
  readonly header?: HeaderRules;
  /** Its blocks have witnesses, although its nodes name no rule of that name. */
  readonly hasUnnamedWitnesses?: true;
  /** Whose blocks pay smartnodes and a founder as their nodes say, and carry a payload behind the coinbase. */
  readonly paysSmartnodes?: true;
  /** Built from what is written about the chain: no node of it has taken a block of this release. */
  readonly isUnseen?: true;
}

export interface NetworkFacts {
  /** Its name in `getblockchaininfo` … */
  readonly name: string;
  /** … and its first block: a node of another chain must not be mined on. */
  readonly genesis: string;
  /** How it writes addresses: what a block pays is derived from the address here, and compared with the node's word. */
  readonly addresses: AddressPrefixes;
}

/** How miners spell addresses that are paid: on a test network as on the main one, where the same key has the same script. */
export function minersPrefixes({
  miners,
  networks,
}: Pick<RailFacts, 'miners' | 'networks'>): AddressPrefixes {
  return miners ?? networks.main.addresses;
}

/** Hashes and prefixes: chainparams.cpp of each chain's reference node. */
const litecoin: ChainFacts = {
  asset: 'LTC',
  algorithm: 'scrypt',
  rules: ['segwit', 'mweb'],
  maturity: 100,
  networks: {
    main: {
      name: 'main',
      genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
      addresses: { keyHash: [[0x30]], scriptHash: [[0x32], [0x05]], segwit: ['ltc'] },
    },
    regtest: {
      name: 'regtest',
      genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
      addresses: { keyHash: [[0x6f]], scriptHash: [[0x3a], [0xc4]], segwit: ['rltc'] },
    },
  },
  blockSeconds: 150,
  retargetBlocks: 2016,
};

/** The test network of Bitcoin Core and that of bcoin are one chain with two ways to write addresses. */
const bitcoin: ChainFacts = {
  asset: 'BTC',
  algorithm: 'sha256',
  rules: ['segwit'],
  maturity: 100,
  networks: {
    main: {
      name: 'main',
      genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
      addresses: { keyHash: [[0x00]], scriptHash: [[0x05]], segwit: ['bc'] },
    },
    regtest: {
      name: 'regtest',
      genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
      addresses: { keyHash: [[0x6f], [0x3c]], scriptHash: [[0xc4], [0x26]], segwit: ['bcrt', 'rb'] },
    },
  },
  blockSeconds: 600,
  retargetBlocks: 2016,
  agent: { hasNot: 'Bitcoin Cash' },
};

/**
 * Its first block is Bitcoin's. Own addresses are those with its own prefix: the older ones are Bitcoin's, too, and only miners may name them. It has no witnesses, and
 * its transactions stand in the order of their ids, which is the order that a template has.
 */
const bitcoinCash: ChainFacts = {
  asset: 'BCH',
  algorithm: 'sha256',
  rules: [],
  maturity: 100,
  networks: {
    main: {
      name: 'main',
      genesis: bitcoin.networks.main.genesis,
      addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'bitcoincash' },
    },
    regtest: {
      name: 'regtest',
      genesis: bitcoin.networks.regtest.genesis,
      addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'bchreg' },
    },
  },
  blockSeconds: 600,
  retargetBlocks: 1,
  miners: { keyHash: [[0x00]], scriptHash: [[0x05]], segwit: [], cash: 'bitcoincash' },
  agent: { has: 'Bitcoin Cash' },
  isUnseen: true,
};

/**
 * By itself, without merged mining: its nodes take a block whose own header has the work, as long as the upper half of its version is the
 * number of the chain. On its test network rewards are mature earlier than on the main one.
 */
export const dogecoin: ChainFacts & { readonly chainId: number } = {
  asset: 'DOGE',
  algorithm: 'scrypt',
  rules: [],
  maturity: 240,
  networks: {
    main: {
      name: 'main',
      genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
      addresses: { keyHash: [[0x1e]], scriptHash: [[0x16]], segwit: [] },
    },
    regtest: {
      name: 'regtest',
      genesis: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5',
      addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: [] },
    },
  },
  blockSeconds: 60,
  retargetBlocks: 1,
  chainId: 98,
  isUnseen: true,
};

/** Its main and its test network begin with one block, and are told apart by their names. */
const raptoreum: ChainFacts = {
  asset: 'RTM',
  algorithm: 'ghostrider',
  rules: [],
  maturity: 100,
  networks: {
    main: {
      name: 'main',
      genesis: 'b79e5df07278b9567ada8fc655ffbfa9d3f586dc38da3dd93053686f41caeea0',
      addresses: { keyHash: [[0x3c]], scriptHash: [[0x10]], segwit: [] },
    },
    regtest: {
      name: 'regtest',
      genesis: 'b79e5df07278b9567ada8fc655ffbfa9d3f586dc38da3dd93053686f41caeea0',
      addresses: { keyHash: [[0x8c]], scriptHash: [[0x13]], segwit: [] },
    },
  },
  blockSeconds: 120,
  retargetBlocks: 1,
  paysSmartnodes: true,
  // `TRANSACTION_FUTURE`: locked for as long as its maker likes (Raptor3um/raptoreum, src/primitives/transaction.h).
  leftTypes: [7],
  isUnseen: true,
};

/** The chains that this release mines on nodes of its operator. */
export const bitcoinChains: readonly ChainFacts[] = [litecoin, bitcoin, bitcoinCash, dogecoin, raptoreum];
