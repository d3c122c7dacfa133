import { readVersion5 } from '@openlode/mining/zcash-id';
import type { TransactionForm } from '../../chains/bitcoin/chain-facts.ts';
import { compactSize } from '../../chains/bitcoin/compact-size.ts';
import { toDisplay } from '../../chains/bitcoin/hash-text.ts';
import { sha256d } from '../../chains/bitcoin/sha256d.ts';
import { coinName } from './coin-names.ts';
import { readNexa } from './read-nexa.ts';
import { bytesMax, Cursor } from './transaction-cursor.ts';
import type { ReadTransaction, TransactionOutput } from './transaction-parts.ts';

export type { ReadTransaction, TransactionOutput } from './transaction-parts.ts';

/** The count of bytes of an empty script. */
const noScript = Uint8Array.of(0);
const hasWitnesses = 1;
/** Litecoin's mark of a transaction of a block with an extension block (MWEB). */
const hasExtension = 8;

/**
 * Reads a transaction of Bitcoin's family, whole, by itself: it shares nothing with what builds them. Of Litecoin's with an extension (MWEB)
 * only those whose extension is empty, as in the one that ends each block, which pays what leaves the extension block.
 *
 * @param form of the transactions of its chain
 * @throws RangeError where the bytes are no transaction, end too early, or go on after its end
 */
export function readTransaction(bytes: Uint8Array, form?: TransactionForm): ReadTransaction {
  if (bytes.length > bytesMax) throw new RangeError('the transaction is larger than a block');
  if (form === 'sapling') return readOfZcash(bytes);
  if (form === 'nexa') return readNexa(bytes);
  const plain = readTransactionAt(bytes, 0, { form });
  if (plain.end === bytes.length) return plain.transaction;
  if (form !== undefined || !mayHavePayload(bytes))
    throw new RangeError('the transaction goes on after its end');
  const { transaction, end } = readTransactionAt(bytes, 0, { hasPayload: true });
  if (end !== bytes.length) throw new RangeError('the transaction goes on after its end');
  return transaction;
}

/** The same; undefined for what is none that this rail reads. */
export function readOrNone(bytes: Uint8Array, form?: TransactionForm): ReadTransaction | undefined {
  try {
    return readTransaction(bytes, form);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The transaction that begins at a byte of others, and where it ends.
 *
 * @param hasPayload whether something stands behind its lock time that counts for its id, see `mayHavePayload`
 *
 * @throws RangeError where there is none, or it ends too early
 */
export function readTransactionAt(
  bytes: Uint8Array,
  from: number,
  {
    form,
    hasPayload = false,
  }: { readonly form?: TransactionForm | undefined; readonly hasPayload?: boolean } = {},
): { readonly transaction: ReadTransaction; readonly end: number } {
  const cursor = new Cursor(bytes, from);
  const version = cursor.take(4);
  const time = form === 'timed' ? cursor.take(4) : Buffer.alloc(0);
  // Where transactions have a time none has a witness.
  const flags = form === 'timed' ? 0 : readFlags(cursor);
  const bodyFrom = cursor.at;
  const read = cursor.times(() => readInput(cursor));
  const inputs = read.map(({ coin, sequence }) => ({ coin, sequence }));
  if (inputs.length === 0) throw new RangeError('the transaction has no input');
  const outputsFrom = cursor.at;
  const outputs = cursor.times(() => readOutput(cursor));
  const paid = bytes.subarray(outputsFrom, cursor.at);
  const body = bytes.subarray(bodyFrom, cursor.at);
  if ((flags & hasWitnesses) !== 0)
    for (let left = inputs.length; left > 0; left -= 1) cursor.times(() => cursor.take(cursor.size()));
  if ((flags & hasExtension) !== 0 && cursor.byte() !== 0)
    throw new RangeError('the transaction has an extension that is not empty');
  const lockTime = cursor.take(4);
  const payload = hasPayload ? cursor.whole() : Buffer.alloc(0);
  const stripped = Buffer.concat([version, time, body, lockTime, payload]);
  const bare = read.flatMap(({ outpoint, sequenceBytes }) => [outpoint, noScript, sequenceBytes]);
  const count = compactSize(inputs.length);
  const transaction = {
    txid: toDisplay(sha256d(stripped)),
    effect: toDisplay(sha256d(Buffer.concat([version, time, count, ...bare, paid, lockTime, payload]))),
    inputs,
    outputs,
    lockTime: lockTime.readUInt32LE(0),
    ...(form === 'timed' && { time: time.readUInt32LE(0) }),
    stripped,
    virtualBytes: Math.ceil((stripped.length * 3 + cursor.at - from) / 4),
  };
  return { transaction, end: cursor.at };
}

/**
 * One of Zcash up to version 5, see `TransactionForm`. Up to version 4 what stands behind its outputs is Bitcoin's lock time, and whatever else its version has:
 * all of it counts for its id, and nothing of it for what is spent from and paid to addresses. The id of version 5 counts no signature, and is
 * its effect (ZIP 244); that of later ones is of yet another kind, and they are not read.
 */
function readOfZcash(bytes: Uint8Array): ReadTransaction {
  if (bytes[0] === 5 && ((bytes[3] ?? 0) & 0x80) !== 0) return readFifth(bytes);
  const cursor = new Cursor(bytes, 0);
  const head = cursor.take(((bytes[3] ?? 0) & 0x80) === 0 ? 4 : 8);
  const read = cursor.times(() => readInput(cursor));
  const count = compactSize(read.length);
  const outputsFrom = cursor.at;
  const outputs = cursor.times(() => readOutput(cursor));
  const paid = bytes.subarray(outputsFrom, cursor.at);
  const tail = cursor.take(bytes.length - cursor.at);
  const bare = read.flatMap(({ outpoint, sequenceBytes }) => [outpoint, noScript, sequenceBytes]);
  const lockTime = new Cursor(tail, 0).take(4).readUInt32LE(0);
  return {
    txid: toDisplay(sha256d(bytes)),
    effect: toDisplay(sha256d(Buffer.concat([head, count, ...bare, paid, tail]))),
    inputs: read.map(({ coin, sequence }) => ({ coin, sequence })),
    outputs,
    lockTime,
    stripped: Uint8Array.from(bytes),
    virtualBytes: bytes.length,
  };
}

function readFifth(bytes: Uint8Array): ReadTransaction {
  const { id, transparent } = readVersion5(bytes);
  const cursor = new Cursor(transparent, 0);
  const read = cursor.times(() => readInput(cursor));
  const txid = toDisplay(id);
  return {
    txid,
    effect: txid,
    inputs: read.map(({ coin, sequence }) => ({ coin, sequence })),
    outputs: cursor.times(() => readOutput(cursor)),
    lockTime: new Cursor(bytes, 12).take(4).readUInt32LE(0),
    stripped: Uint8Array.from(bytes),
    virtualBytes: bytes.length,
  };
}

/**
 * Version 3 with a type in its upper half: of Dash and its forks such a one has a payload behind its lock time. On other chains it is a version like
 * any other, and nothing follows.
 */
function mayHavePayload([low, high, type, typeHigh]: Uint8Array): boolean {
  return low === 3 && high === 0 && (type !== 0 || typeHigh !== 0);
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

interface ReadInput {
  readonly coin: string;
  readonly sequence: number;
  readonly outpoint: Buffer;
  readonly sequenceBytes: Buffer;
}

function readInput(cursor: Cursor): ReadInput {
  const outpoint = cursor.take(36);
  cursor.take(cursor.size());
  const sequenceBytes = cursor.take(4);
  const coin = coinName(toDisplay(outpoint.subarray(0, 32)), outpoint.readUInt32LE(32));
  return { coin, sequence: sequenceBytes.readUInt32LE(0), outpoint, sequenceBytes };
}

function readOutput(cursor: Cursor): TransactionOutput {
  const value = cursor.take(8).readBigUInt64LE(0);
  return { value, script: Uint8Array.from(cursor.take(cursor.size())) };
}
