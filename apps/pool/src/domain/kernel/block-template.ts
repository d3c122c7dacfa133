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
   * The coinbase transaction up to where the job's salt, extranonce1 and extranonce2 go (24 bytes, which the length of its
   * script counts) …
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
  /**
   * Everything that the chain needs to submit a block found on this template, now or after a restart of pool and node: the whole block
   * with its transactions. Bytes that only the chain reads; the pool stores them with the block.
   */
  submissionOf(header: Uint8Array, coinbase: Uint8Array): Uint8Array;
}

/** Kaspa and its relatives, whose miners are given the hash of a header that is complete but for the nonce. */
export interface KaspaTemplate extends TemplateFacts {
  readonly family: 'kaspa';
  /** The highest proof-of-work hash of a block. */
  readonly networkTarget: bigint;
  /** Of the header, which miners do not change: milliseconds since 1970. */
  readonly timestamp: bigint;
  /** The block whose coinbase carries these 16 bytes: other bytes, another header. */
  blockWith(salt: Uint8Array): KaspaBlock;
}

/** A block without its nonce. */
export interface KaspaBlock {
  /** The hash of the header with time and nonce zero, 32 bytes. */
  readonly prePowHash: Uint8Array;
  /** As explorers print it. */
  hashOf(nonce: bigint): string;
  /** The whole block, as `BitcoinTemplate.submissionOf`. */
  submissionOf(nonce: bigint): Uint8Array;
}

/** A template of any family. The feed of an algorithm takes its own one. */
export type BlockTemplate = BitcoinTemplate | KaspaTemplate;
