import { createHash } from 'node:crypto';
import { RawOldTx, RawTx, VarBytes } from '@scure/btc-signer/script.js';
import { readVersion5 } from '@openlode/mining/zcash-id';
import { Refused } from '../family.ts';
import { readPreviousNexa, readUnsignedNexa } from './nexa-transaction.ts';
import type {
  PreviousTransaction,
  TransactionInput,
  TransactionOutput,
  UnsignedTransaction,
} from './transaction-parts.ts';

export type {
  PreviousTransaction,
  TransactionInput,
  TransactionOutput,
  UnsignedTransaction,
} from './transaction-parts.ts';

/**
 * What the transactions of a network have beside those of Bitcoin. `timed`: four bytes behind the version, the moment that the transaction says of
 * itself, in seconds since 1970. `sapling`: version 4 of Zcash, with the number of its group behind the version and behind the lock time the height at
 * which it expires, what it takes from shielded coins, and counts of three shielded parts (ZIP 202, ZIP 203, ZIP 243). `nexa`: those of Nexa
 * (`nexa-transaction.ts`).
 */
export type TransactionForm = 'timed' | 'sapling' | 'nexa';

/** The version of the form `sapling`: 4, with the highest bit set (ZIP 202). */
export const saplingVersion = 0x8000_0004 | 0;

/** A transaction of any form, with the scripts of its inputs. */
export interface TransactionParts {
  readonly version: number;
  /** What stands behind the version, where the form has something there. */
  readonly head: Uint8Array;
  readonly inputs: readonly (TransactionInput & { readonly finalScriptSig: Uint8Array })[];
  readonly outputs: readonly TransactionOutput[];
  readonly lockTime: number;
  /** What stands behind the lock time, where the form has something there. */
  readonly tail: Uint8Array;
}

/** More coins than any chain of the family has: an amount beyond it is a trick with overflows. */
const amountMax = 10n ** 18n;

const versionBytes = 4;
const headBytes = 4;
/** SAPLING_VERSION_GROUP_ID, 0x892f2085 (ZIP 243). */
const saplingGroup = Uint8Array.of(0x85, 0x20, 0x2f, 0x89);
/** No height of expiry, nothing from shielded coins, and none of three shielded parts. */
const saplingTail = new Uint8Array(4 + 8 + 3);
const overwintered = 0x80;
const fifthVersion = 5;

/**
 * Reads a transaction without witnesses whose inputs have no scripts yet.
 *
 * @throws Refused where it is written in any other way than the bytes it is encoded to
 */
export function readUnsigned(bytes: Uint8Array, form?: TransactionForm): UnsignedTransaction {
  const unreadable = 'The unsigned transaction cannot be read.';
  if (form === 'nexa') return withinAll(decoded(() => readUnsignedNexa(bytes), unreadable));
  const { head, plain, tail } = plainOf(bytes, form);
  const read = decoded(() => RawOldTx.decode(plain), unreadable);
  if (!equal(RawOldTx.encode(read), plain))
    throw new Refused('unreadable', 'The unsigned transaction is not in its shortest form.');
  if (read.inputs.some(({ finalScriptSig }) => finalScriptSig.length > 0))
    throw new Refused('unreadable', 'An input of the unsigned transaction has a script.');
  return withinAll({
    version: read.version,
    head,
    tail,
    lockTime: read.lockTime,
    inputs: read.inputs.map(({ txid, index, sequence }) => ({
      txid: Buffer.from(txid).toString('hex'),
      index,
      sequence,
    })),
    outputs: read.outputs,
    bytes,
    txid: txidOf(bytes),
  });
}

function withinAll(transaction: UnsignedTransaction): UnsignedTransaction {
  if (transaction.outputs.some(({ amount }) => amount > amountMax))
    throw new Refused('unreadable', 'An output of the unsigned transaction is beyond all coins.');
  return transaction;
}

/** The bytes of a transaction without witnesses, of any form. */
export function encodeParts({
  version,
  head,
  inputs,
  outputs,
  lockTime,
  tail,
}: TransactionParts): Uint8Array {
  const plain = RawOldTx.encode({
    version,
    inputs: inputs.map(({ txid, ...input }) => ({
      ...input,
      txid: Uint8Array.from(Buffer.from(txid, 'hex')),
    })),
    outputs: outputs.map(({ script, amount }) => ({ script, amount })),
    lockTime,
  });
  return joined(plain.subarray(0, versionBytes), head, plain.subarray(versionBytes), tail);
}

/** The moment that a transaction of the form `timed` says of itself, in seconds since 1970. */
export function timeIn(head: Uint8Array): number {
  return Buffer.from(head).readUInt32LE(0);
}

/** An unsigned transaction as one of Bitcoin, and what it has beside. */
function plainOf(
  bytes: Uint8Array,
  form: Exclude<TransactionForm, 'nexa'> | undefined,
): { readonly head: Uint8Array; readonly plain: Uint8Array; readonly tail: Uint8Array } {
  const none = new Uint8Array();
  if (form === undefined) return { head: none, plain: bytes, tail: none };
  if (form === 'timed') return { ...withoutHead(bytes), tail: none };
  const { head, plain } = withoutHead(bytes);
  const tail = plain.slice(Math.max(0, plain.length - saplingTail.length));
  if (!equal(head, saplingGroup))
    throw new Refused('unsupported', 'The unsigned transaction is none of the fourth version (Sapling).');
  if (!equal(tail, saplingTail))
    throw new Refused(
      'unsupported',
      'The unsigned transaction expires at some height, or has shielded parts.',
    );
  return { head, plain: plain.subarray(0, plain.length - tail.length), tail };
}

function withoutHead(bytes: Uint8Array): { readonly head: Uint8Array; readonly plain: Uint8Array } {
  const end = versionBytes + headBytes;
  return {
    head: bytes.slice(versionBytes, end),
    plain: joined(bytes.subarray(0, versionBytes), bytes.subarray(end)),
  };
}

/**
 * The outputs of a previous transaction, and the id that follows from its bytes; witnesses do not count for it.
 *
 * @throws Refused where it cannot be read; so is one with Litecoin's extension blocks
 */
export function readPrevious(bytes: Uint8Array, form?: TransactionForm): PreviousTransaction {
  const sentence = 'A previous transaction cannot be read.';
  const read = decoded(() => readHashed(bytes, form), sentence, 'previous-transaction');
  if (read.outputs.some(({ amount }) => amount > amountMax))
    throw new Refused('previous-transaction', 'An output of a previous transaction is beyond all coins.');
  return read;
}

function readHashed(bytes: Uint8Array, form: TransactionForm | undefined): PreviousTransaction {
  if (form === 'nexa') return readPreviousNexa(bytes);
  if (form === 'timed') return readTimed(bytes);
  if (form === 'sapling') return readOfZcash(bytes);
  const read = mayHavePayload(bytes) ? (readWithPayload(bytes) ?? readPlain(bytes)) : readPlain(bytes);
  return { outputs: read.outputs, txid: txidOf(read.hashed), head: new Uint8Array() };
}

/** What it pays, and what its id is the hash of. */
interface Plain {
  readonly outputs: readonly TransactionOutput[];
  readonly hashed: Uint8Array;
}

function readPlain(bytes: Uint8Array): Plain {
  const { version, inputs, outputs, lockTime } = RawTx.decode(bytes);
  return { outputs, hashed: RawOldTx.encode({ version, inputs, outputs, lockTime }) };
}

/** Its chain has no witnesses: all bytes count for its id. */
function readTimed(bytes: Uint8Array): PreviousTransaction {
  const { head, plain } = withoutHead(bytes);
  const read = RawOldTx.decode(plain);
  if (!equal(RawOldTx.encode(read), plain)) throw new RangeError('it is not in its shortest form');
  return { outputs: read.outputs, txid: txidOf(bytes), head };
}

/**
 * Version 3 with a type in the upper half: of Dash and its forks such a one has a payload behind its lock time, which counts for its id. On other
 * chains it is a version like any other, and nothing follows.
 */
function mayHavePayload(bytes: Uint8Array): boolean {
  const [low = 0, high = 0, type = 0, typeHigh = 0] = bytes;
  return low === 3 && high === 0 && (type !== 0 || typeHigh !== 0);
}

/**
 * Any of Zcash up to version 5, transparent or not: of version 3 on the number of a group stands behind the version. Up to version 4 all bytes count for its
 * id, and what it pays stands before everything that is not Bitcoin's, so that nothing of that has to be read. Version 5 is read whole (ZIP 244).
 */
function readOfZcash(bytes: Uint8Array): PreviousTransaction {
  if (bytes[0] === fifthVersion && ((bytes[3] ?? 0) & overwintered) !== 0) return readFifth(bytes);
  const { head, plain } =
    ((bytes[3] ?? 0) & overwintered) === 0 ? { head: new Uint8Array(), plain: bytes } : withoutHead(bytes);
  const { outputs } = RawOldTx.decode(plain, { allowUnreadBytes: true });
  return { outputs, txid: txidOf(bytes), head };
}

function readFifth(bytes: Uint8Array): PreviousTransaction {
  const { id, transparent } = readVersion5(bytes);
  // As one of Bitcoin, whose version and lock time do not matter here.
  const { outputs } = RawOldTx.decode(joined(new Uint8Array(4), transparent, new Uint8Array(4)));
  return { outputs, txid: Buffer.from(id).reverse().toString('hex'), head: bytes.slice(4, 8) };
}

function readWithPayload(bytes: Uint8Array): Plain | undefined {
  const { version, inputs, outputs, lockTime } = RawOldTx.decode(bytes, { allowUnreadBytes: true });
  const head = RawOldTx.encode({ version, inputs, outputs, lockTime });
  if (head.length === bytes.length) return undefined;
  const payload = VarBytes.decode(bytes.subarray(head.length));
  const hashed = Uint8Array.from(Buffer.concat([head, VarBytes.encode(payload)]));
  if (!equal(hashed, bytes)) throw new RangeError('it is not in its shortest form');
  return { outputs, hashed };
}

/** As nodes write it, the last byte of the hash first. */
export function txidOf(bytes: Uint8Array): string {
  return Buffer.from(sha256d(bytes)).reverse().toString('hex');
}

export function sha256d(bytes: Uint8Array): Uint8Array {
  const hash = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();
  return hash(hash(bytes));
}

function decoded<Read>(
  decode: () => Read,
  sentence: string,
  reason: 'unreadable' | 'previous-transaction' = 'unreadable',
): Read {
  try {
    return decode();
  } catch {
    throw new Refused(reason, sentence);
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b);
}
