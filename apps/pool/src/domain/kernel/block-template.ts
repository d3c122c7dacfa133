/** What a miner works on, as its chain gives it. The pool itself needs these facts; the rest belongs to the family. */
interface TemplateFacts {
  /** Name of the chain, unique in the pool, for example `sandbox-sha256`. */
  readonly chain: string;
  readonly height: number;
  /** Hash of the block below, 32 bytes in header order. */
  readonly previousHash: Uint8Array;
  /** Expected hashes for one block: 2^256 / (target + 1). */
  readonly networkWork: bigint;
  /** True when work on earlier templates cannot become a block any more. */
  readonly clean: boolean;
}

/** Bitcoin and its relatives: the parts of one block, everything but extranonce, time and nonce. */
export interface BitcoinTemplate extends TemplateFacts {
  readonly family: 'bitcoin';
  /**
   * The coinbase transaction before the 24 bytes of the job's salt, extranonce1 and extranonce2, which the length of its script
   * includes …
   */
  readonly coinbasePrefix: Uint8Array;
  /** … and from there on. */
  readonly coinbaseSuffix: Uint8Array;
  readonly merkleBranch: readonly Uint8Array[];
  readonly version: number;
  /** The network target in its compact form. */
  readonly bits: number;
  /** Unix seconds. */
  readonly time: number;
  /** The chains whose blocks the same work may be, each by itself; none where it is left out. */
  readonly merged?: readonly MergedWork[];
  /**
   * Everything that the chain needs to submit a block found on this template, now or after a restart of pool and node: the whole block
   * with its transactions. Bytes that only the chain reads; the pool stores them with the block.
   */
  submissionOf(header: Uint8Array, coinbase: Uint8Array): Uint8Array;
}

/** A block of another chain that a block of this one proves (merged mining), whether or not that is one of its own chain. */
export interface MergedWork {
  /** Name of the chain, unique in the pool. */
  readonly chain: string;
  readonly height: number;
  /** As explorers print it: it is fixed before anything is searched. */
  readonly hash: string;
  /** The highest proof-of-work hash of a block. */
  readonly networkTarget: bigint;
  /** Expected hashes for one block. */
  readonly networkWork: bigint;
  /** As `BitcoinTemplate.submissionOf`, for this chain. */
  submissionOf(header: Uint8Array, coinbase: Uint8Array): Uint8Array;
}

/** Families whose miners are given a header, or the hash of one, that is complete but for what they search. */
export type HeaderFamily =
  | 'kaspa'
  | 'ethereum'
  | 'kawpow'
  | 'monero'
  | 'alephium'
  | 'autolykos'
  | 'nexapow'
  | 'octopus'
  | 'xelis'
  | 'zcash'
  | 'beam'
  | 'ironfish';

/** A template of such a family. Each job is a block of its own. */
export interface HeaderTemplate extends TemplateFacts {
  readonly family: HeaderFamily;
  /** The highest proof-of-work hash of a block. */
  readonly networkTarget: bigint;
  /** The same in Bitcoin's compact form. */
  readonly bits: number;
  /** Of the header: milliseconds since 1970. */
  readonly timestamp: bigint;
  /** What the cache of the proof of work is made of, where the chain names that. */
  readonly seeds?: ProofSeeds;
  /** The block whose coinbase carries these 16 bytes: other bytes, another header. */
  blockWith(salt: Uint8Array): HeaderBlock;
}

/** 32 bytes each. */
export interface ProofSeeds {
  readonly seedHash: Uint8Array;
  /** Of the blocks that soon follow, where it is another one. */
  readonly nextSeedHash?: Uint8Array;
}

/** A block without its seal: what a miner adds to it, such as a nonce, in the bytes that its family stores. */
export interface HeaderBlock {
  /** What miners are given: for most families 32 bytes, the hash of the header. */
  readonly work: Uint8Array;
  /** All of it, and where its salt stands, for miners that fill in a part of that; left out where there are none. */
  readonly whole?: { readonly bytes: Uint8Array; readonly saltAt: number };
  /** As explorers print it. */
  hashOf(seal: Uint8Array): string;
  /** The whole block, as `BitcoinTemplate.submissionOf`. */
  submissionOf(seal: Uint8Array): Uint8Array;
}

/** A template of any family. The feed of an algorithm takes its own one. */
export type BlockTemplate = BitcoinTemplate | HeaderTemplate;
