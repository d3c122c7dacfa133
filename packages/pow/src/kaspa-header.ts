import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { u32ToLittleEndian, u64ToLittleEndian } from './integers.ts';

/** The header of a block of Kaspa's. Hashes are 32 bytes. */
export interface KaspaHeader {
  readonly version: number;
  /** Hashes of the blocks below, level by level; none for the first block. */
  readonly parents: readonly (readonly Uint8Array[])[];
  readonly merkleRoot: Uint8Array;
  readonly acceptedRoot: Uint8Array;
  readonly utxoCommitment: Uint8Array;
  /** Milliseconds since 1970. */
  readonly timestamp: bigint;
  /** The network target in its compact form. */
  readonly bits: number;
  readonly nonce: bigint;
  readonly daaScore: bigint;
  readonly blueScore: bigint;
  readonly blueWork: bigint;
  readonly pruningPoint: Uint8Array;
}

const hashed = (key: string): { dkLen: number; key: Uint8Array } => ({ dkLen: 32, key: utf8ToBytes(key) });
const blockHash = hashed('BlockHash');
const transactionHash = hashed('TransactionHash');

/**
 * The bytes of a header that are hashed; a block is named by their hash.
 *
 * @see rusty-kaspa, consensus/core/src/hashing/header.rs
 */
export function printKaspaHeader(header: KaspaHeader): Uint8Array {
  const { version, parents, merkleRoot, acceptedRoot, utxoCommitment, pruningPoint } = header;
  const blueWork = bytesOf(header.blueWork);
  return concatBytes(
    Uint8Array.of(version & 0xff, version >>> 8),
    count(parents),
    ...parents.flatMap((level) => [count(level), ...level]),
    merkleRoot,
    acceptedRoot,
    utxoCommitment,
    u64ToLittleEndian(header.timestamp),
    u32ToLittleEndian(header.bits),
    u64ToLittleEndian(header.nonce),
    u64ToLittleEndian(header.daaScore),
    u64ToLittleEndian(header.blueScore),
    count(blueWork),
    blueWork,
    pruningPoint,
  );
}

/** The name of a block, 32 bytes in the order in which they are printed. */
export function kaspaBlockHash(header: KaspaHeader): Uint8Array {
  return hashKaspaHeader(printKaspaHeader(header));
}

/** The same of a header that was printed already. */
export function hashKaspaHeader(printed: Uint8Array): Uint8Array {
  return blake2b(printed, blockHash);
}

/** What miners are given: the hash of the header with time and nonce zero. */
export function kaspaPrePowHash(header: KaspaHeader): Uint8Array {
  return kaspaBlockHash({ ...header, timestamp: 0n, nonce: 0n });
}

/** The hash of a transaction's bytes; a block with one transaction has it for its merkle root. */
export function kaspaTransactionHash(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, transactionHash);
}

function count(items: { readonly length: number }): Uint8Array {
  return u64ToLittleEndian(BigInt(items.length));
}

/** Most significant byte first, without leading zeros. */
function bytesOf(value: bigint): Uint8Array {
  const digits = value === 0n ? '' : value.toString(16);
  const even = digits.padStart(digits.length + (digits.length % 2), '0');
  return Uint8Array.from(even.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
