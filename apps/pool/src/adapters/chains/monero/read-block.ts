import { ByteReader } from './varint.ts';

/** A transaction that pays a miner, as far as a pool needs it. Places are those of the block's bytes. */
export interface MinerTransaction {
  readonly from: number;
  /** Where its prefix ends, which is hashed by itself. */
  readonly prefixEnd: number;
  readonly end: number;
  readonly version: number;
  /** The block from which on its outputs can be spent. */
  readonly unlockHeight: bigint;
  readonly height: number;
  readonly outputs: readonly MinerOutput[];
  readonly extraAt: number;
  readonly extra: Uint8Array;
}

export interface MinerOutput {
  /** In 10^-12 XMR. */
  readonly amount: bigint;
  /** Where its one-time key of 32 bytes stands. */
  readonly keyAt: number;
  /** Whether one byte stands behind the key by which wallets know faster that an output is not theirs. */
  readonly hasViewTag: boolean;
}

/** A block, or a template of one: the form is the same. */
export interface BlockParts {
  readonly major: number;
  /** Unix seconds. */
  readonly time: bigint;
  readonly previous: Uint8Array;
  /** Where the nonce of four bytes stands. */
  readonly nonceAt: number;
  readonly headerEnd: number;
  readonly minerTransaction: MinerTransaction;
  /** The hashes of all others, 32 bytes each. */
  readonly transactions: readonly Uint8Array[];
}

/** Far more than a block has, and few enough to be hashed at once. */
const transactionsMax = 100_000;
const outputsMax = 64;
const extraBytesMax = 4096;
/** Kinds of an input and of an output (`cryptonote_basic.h`). */
const generated = 0xff;
const toKey = 2;
const toTaggedKey = 3;

/**
 * Reads a block of Monero as nodes print it.
 *
 * @throws RangeError where the bytes are not exactly one block, or one whose form this release does not know
 */
export function readBlock(block: Uint8Array): BlockParts {
  const reader = new ByteReader(block);
  const major = reader.count(255);
  reader.count(255);
  const time = reader.varint();
  const previous = reader.take(32);
  const nonceAt = reader.at;
  reader.take(4);
  const headerEnd = reader.at;
  const minerTransaction = readMinerTransaction(reader);
  const count = reader.count(transactionsMax);
  if (count * 32 > block.length) throw new RangeError('the bytes end too early');
  const transactions = Array.from({ length: count }, () => reader.take(32));
  if (!reader.isAtEnd) throw new RangeError('there are bytes behind the block');
  return { major, time, previous, nonceAt, headerEnd, minerTransaction, transactions };
}

function readMinerTransaction(reader: ByteReader): MinerTransaction {
  const from = reader.at;
  const version = reader.count(255);
  const unlockHeight = reader.varint();
  if (reader.count(1) !== 1 || reader.byte() !== generated)
    throw new RangeError('the first transaction is not one that pays a miner');
  const height = reader.count(Number.MAX_SAFE_INTEGER);
  const outputs = Array.from({ length: reader.count(outputsMax) }, (): MinerOutput => {
    const amount = reader.varint();
    const kind = reader.byte();
    if (kind !== toKey && kind !== toTaggedKey) throw new RangeError(`an output is of kind ${kind}`);
    const keyAt = reader.at;
    reader.take(kind === toTaggedKey ? 33 : 32);
    return { amount, keyAt, hasViewTag: kind === toTaggedKey };
  });
  const extraBytes = reader.count(extraBytesMax);
  const extraAt = reader.at;
  const extra = reader.take(extraBytes);
  const prefixEnd = reader.at;
  // Its amounts are open: there are no signatures, and nothing to prove.
  if (version === 2 && reader.byte() !== 0) throw new RangeError('the first transaction has signatures');
  if (version !== 2) throw new RangeError(`the first transaction is of version ${version}`);
  const { at: end } = reader;
  return { from, prefixEnd, end, version, unlockHeight, height, outputs, extraAt, extra };
}
