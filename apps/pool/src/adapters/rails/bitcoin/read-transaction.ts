import { toDisplay } from '../../chains/bitcoin/hash-text.ts';
import { sha256d } from '../../chains/bitcoin/sha256d.ts';

/** A transaction as its bytes say it. */
export interface ReadTransaction {
  /** As printed. */
  readonly txid: string;
  readonly inputs: readonly {
    /** The coin that it spends, as `TXID:OUTPUT`; of a coinbase it is none, and all zeros. */
    readonly coin: string;
    readonly sequence: number;
  }[];
  readonly outputs: readonly TransactionOutput[];
  readonly lockTime: number;
  /** Its bytes without witnesses: what its id is the hash of. */
  readonly stripped: Uint8Array;
  /** What it counts for in a block, in virtual bytes (BIP 141). */
  readonly virtualBytes: number;
}

export interface TransactionOutput {
  readonly script: Uint8Array;
  /** In the chain's smallest units. */
  readonly value: bigint;
}

const hasWitnesses = 1;
/** Litecoin's mark of a transaction of a block with an extension block (MWEB). */
const hasExtension = 8;
/** A transaction of a block cannot be larger. */
const bytesMax = 4_000_000;

/**
 * Reads a transaction of Bitcoin's family, whole, by itself: it shares nothing with what builds them. Of Litecoin's with an extension (MWEB)
 * only those whose extension is empty, as in the one that ends each block, which pays what leaves the extension block.
 *
 * @throws RangeError where the bytes are no transaction, end too early, or go on after its end
 */
export function readTransaction(bytes: Uint8Array): ReadTransaction {
  if (bytes.length > bytesMax) throw new RangeError('the transaction is larger than a block');
  const cursor = new Cursor(bytes);
  const version = cursor.take(4);
  const flags = readFlags(cursor);
  const bodyFrom = cursor.at;
  const inputs = cursor.times(() => readInput(cursor));
  if (inputs.length === 0) throw new RangeError('the transaction has no input');
  const outputs = cursor.times(() => readOutput(cursor));
  const body = bytes.subarray(bodyFrom, cursor.at);
  if ((flags & hasWitnesses) !== 0)
    for (let left = inputs.length; left > 0; left -= 1) cursor.times(() => cursor.take(cursor.size()));
  if ((flags & hasExtension) !== 0 && cursor.byte() !== 0)
    throw new RangeError('the transaction has an extension that is not empty');
  const lockTime = cursor.take(4);
  if (cursor.at !== bytes.length) throw new RangeError('the transaction goes on after its end');
  const stripped = Buffer.concat([version, body, lockTime]);
  return {
    txid: toDisplay(sha256d(stripped)),
    inputs,
    outputs,
    lockTime: lockTime.readUInt32LE(0),
    stripped,
    virtualBytes: Math.ceil((stripped.length * 3 + bytes.length) / 4),
  };
}

/** A coin as claims and proofs name it. */
export function coinName(txid: string, output: number): string {
  return `${txid}:${output}`;
}

/** Marker and flags before the inputs: a count of no inputs does not occur otherwise. */
function readFlags(cursor: Cursor): number {
  if (cursor.next() !== 0) return 0;
  cursor.take(1);
  const flags = cursor.byte();
  if (flags === 0 || (flags & ~(hasWitnesses | hasExtension)) !== 0)
    throw new RangeError('the transaction has a form that is not known');
  return flags;
}

function readInput(cursor: Cursor): ReadTransaction['inputs'][number] {
  const txid = toDisplay(cursor.take(32));
  const output = cursor.take(4).readUInt32LE(0);
  cursor.take(cursor.size());
  return { coin: coinName(txid, output), sequence: cursor.take(4).readUInt32LE(0) };
}

function readOutput(cursor: Cursor): TransactionOutput {
  const value = cursor.take(8).readBigUInt64LE(0);
  return { value, script: Uint8Array.from(cursor.take(cursor.size())) };
}

/** Reads on, and throws where there is nothing more. */
class Cursor {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  take(count: number): Buffer {
    const from = this.at;
    this.at += count;
    if (this.at > this.#bytes.length) throw new RangeError('the transaction ends too early');
    return this.#bytes.subarray(from, this.at);
  }

  byte(): number {
    return this.take(1).readUInt8(0);
  }

  /** The byte that comes next. */
  next(): number {
    const byte = this.byte();
    this.at -= 1;
    return byte;
  }

  /** A count, in its shortest form. */
  size(): number {
    const first = this.byte();
    if (first < 0xfd) return first;
    const size =
      first === 0xfd
        ? this.take(2).readUInt16LE(0)
        : first === 0xfe
          ? this.take(4).readUInt32LE(0)
          : bytesMax;
    if (size < (first === 0xfd ? 0xfd : 0x1_0000) || size >= bytesMax)
      throw new RangeError('a count of the transaction is none');
    return size;
  }

  times<T>(read: () => T): T[] {
    const all: T[] = [];
    for (let count = this.size(); count > 0; count -= 1) all.push(read());
    return all;
  }
}
