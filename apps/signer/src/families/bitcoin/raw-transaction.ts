import { createHash } from 'node:crypto';
import { RawOldTx, RawTx, VarBytes } from '@scure/btc-signer/script.js';
import { Refused } from '../family.ts';

export interface TransactionInput {
  /** As it is written, the last byte first: the other way round than in bytes. */
  readonly txid: string;
  readonly index: number;
  readonly sequence: number;
}

export interface TransactionOutput {
  readonly script: Uint8Array;
  readonly amount: bigint;
}

export interface UnsignedTransaction {
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  readonly bytes: Uint8Array;
  readonly txid: string;
}

/** More coins than any chain of the family has: an amount beyond it is a trick with overflows. */
const amountMax = 10n ** 18n;

/**
 * Reads a transaction without witnesses whose inputs have no scripts yet.
 *
 * @throws Refused where it is written in any other way than the bytes it is encoded to
 */
export function readUnsigned(bytes: Uint8Array): UnsignedTransaction {
  const read = decoded(() => RawOldTx.decode(bytes), 'The unsigned transaction cannot be read.');
  if (!equal(RawOldTx.encode(read), bytes))
    throw new Refused('unreadable', 'The unsigned transaction is not in its shortest form.');
  if (read.inputs.some(({ finalScriptSig }) => finalScriptSig.length > 0))
    throw new Refused('unreadable', 'An input of the unsigned transaction has a script.');
  if (read.outputs.some(({ amount }) => amount > amountMax))
    throw new Refused('unreadable', 'An output of the unsigned transaction is beyond all coins.');
  return {
    version: read.version,
    lockTime: read.lockTime,
    inputs: read.inputs.map(({ txid, index, sequence }) => ({
      txid: Buffer.from(txid).toString('hex'),
      index,
      sequence,
    })),
    outputs: read.outputs,
    bytes,
    txid: txidOf(bytes),
  };
}

/**
 * The outputs of a previous transaction, and the id that follows from its bytes; witnesses do not count for it.
 *
 * @throws Refused where it cannot be read; so is one with Litecoin's extension blocks
 */
export function readPrevious(bytes: Uint8Array): {
  readonly txid: string;
  readonly outputs: readonly TransactionOutput[];
} {
  const sentence = 'A previous transaction cannot be read.';
  const { outputs, hashed } = decoded(() => readHashed(bytes), sentence, 'previous-transaction');
  if (outputs.some(({ amount }) => amount > amountMax))
    throw new Refused('previous-transaction', 'An output of a previous transaction is beyond all coins.');
  return { txid: txidOf(hashed), outputs };
}

/** What it pays, and the bytes that its id is the hash of. */
function readHashed(bytes: Uint8Array): { outputs: readonly TransactionOutput[]; hashed: Uint8Array } {
  return mayHavePayload(bytes) ? (readWithPayload(bytes) ?? readPlain(bytes)) : readPlain(bytes);
}

function readPlain(bytes: Uint8Array): { outputs: readonly TransactionOutput[]; hashed: Uint8Array } {
  const { version, inputs, outputs, lockTime } = RawTx.decode(bytes);
  return { outputs, hashed: RawOldTx.encode({ version, inputs, outputs, lockTime }) };
}

/**
 * Version 3 with a type in the upper half: of Dash and its forks such a one has a payload behind its lock time, which counts for its id. On other
 * chains it is a version like any other, and nothing follows.
 */
function mayHavePayload(bytes: Uint8Array): boolean {
  const [low = 0, high = 0, type = 0, typeHigh = 0] = bytes;
  return low === 3 && high === 0 && (type !== 0 || typeHigh !== 0);
}

function readWithPayload(
  bytes: Uint8Array,
): { outputs: readonly TransactionOutput[]; hashed: Uint8Array } | undefined {
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

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b);
}
