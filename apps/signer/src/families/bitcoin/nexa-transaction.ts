import { createHash } from 'node:crypto';
import { eight, four } from './transaction-bytes.ts';
import type { PreviousTransaction, TransactionOutput, UnsignedTransaction } from './transaction-parts.ts';

/** An input of a transaction of Nexa, and the script in it. */
interface NexaInput {
  /** The hash of the transaction that made the coin and of its number there, as it is printed: all that names it. */
  readonly txid: string;
  readonly index: 0;
  readonly sequence: number;
  readonly amount: bigint;
  readonly script: Uint8Array;
}

/** An output, and how it is written: its type stands nowhere else. */
interface NexaOutput extends TransactionOutput {
  readonly bytes: Uint8Array;
}

interface NexaTransaction {
  readonly inputs: readonly NexaInput[];
  readonly outputs: readonly NexaOutput[];
  readonly lockTime: number;
}

/** The bytes of its parts: with the scripts of its inputs, or, for its *idem*, with none and no word of them. */
type Scripts = 'written' | 'left-out';

/** An unsigned transaction of Nexa, in its one form. Throws a RangeError where it is written otherwise, or has a script in an input. */
export function readUnsignedNexa(bytes: Uint8Array): UnsignedTransaction {
  const read = readNexa(bytes);
  if (read.inputs.some(({ script }) => script.length > 0)) throw new RangeError('an input has a script');
  if (read.outputs.some((output) => !outputBytes(output).equals(output.bytes)))
    throw new RangeError('an output is of another type than its script');
  return {
    version: 0,
    head: new Uint8Array(),
    tail: new Uint8Array(),
    lockTime: read.lockTime,
    inputs: read.inputs.map(({ txid, index, sequence, amount }) => ({ txid, index, sequence, amount })),
    outputs: read.outputs.map(plain),
    bytes,
    txid: printed(idemOf(read)),
  };
}

/** What a transaction of Nexa has paid, and the outpoints of that. Throws a RangeError where it is none. */
export function readPreviousNexa(bytes: Uint8Array): PreviousTransaction {
  const read = readNexa(bytes);
  const idem = idemOf(read);
  const outpoints = read.outputs.map((_output, at) =>
    printed(createHash('sha256').update(idem).update(four(at)).digest()),
  );
  return { txid: printed(idem), outputs: read.outputs.map(plain), head: new Uint8Array(), outpoints };
}

/** What would be spent by other rules than the script of an address is, is at none: it has no script here. */
function plain({ script, amount, bytes }: NexaOutput): TransactionOutput {
  return { script: bytes[0] === typeOf(script) ? script : new Uint8Array(), amount };
}

/** The bytes of an unsigned transaction with these scripts in its inputs. */
export function encodeNexa(
  { inputs, outputs, lockTime }: Pick<UnsignedTransaction, 'inputs' | 'outputs' | 'lockTime'>,
  scripts: readonly Uint8Array[],
): Uint8Array {
  const all = inputs.map(({ txid, sequence, amount = 0n }, at) => ({
    txid,
    index: 0 as const,
    sequence,
    amount,
    script: scripts[at] ?? new Uint8Array(),
  }));
  const paid = outputs.map((output) => ({ ...output, bytes: outputBytes(output) }));
  return encode({ inputs: all, outputs: paid, lockTime }, 'written');
}

/** One output in the bytes of a transaction: its type, what it is worth, and its script. */
export function outputBytes({ script, amount }: TransactionOutput): Buffer {
  return Buffer.concat([Uint8Array.of(typeOf(script)), eight(amount), counted(script)]);
}

/** 1 where the script is a template: it begins with no group of tokens, and names the template 1 and what that one is for. Else 0. */
function typeOf(script: Uint8Array): number {
  return script.length === 23 && script[0] === 0 && script[1] === 0x51 && script[2] === 20 ? 1 : 0;
}

function idemOf(transaction: NexaTransaction): Buffer {
  const hash = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
  return hash(hash(encode(transaction, 'left-out')));
}

function encode({ inputs, outputs, lockTime }: NexaTransaction, scripts: Scripts): Uint8Array {
  const spent = inputs.map(({ txid, script, sequence, amount }) =>
    Buffer.concat([
      Uint8Array.of(0),
      Buffer.from(txid, 'hex').reverse(),
      scripts === 'written' ? counted(script) : new Uint8Array(),
      four(sequence),
      eight(amount),
    ]),
  );
  const paid = outputs.map(({ bytes }) => bytes);
  return Uint8Array.from(
    Buffer.concat([
      Uint8Array.of(0),
      count(spent.length),
      ...spent,
      count(paid.length),
      ...paid,
      four(lockTime),
    ]),
  );
}

/**
 * Reads version 0: a type, an outpoint, a script, a sequence and an amount of each input, a type, an amount and a script of each output, and a lock time. A
 * transaction that is written in any other way than it is encoded to has another idem than its bytes, so that it is refused.
 *
 * @see src/primitives/transaction.h of Nexa 1.2
 */
function readNexa(bytes: Uint8Array): NexaTransaction {
  const reader = new Reader(bytes);
  if (reader.take(1)[0] !== 0) throw new RangeError('it is of another version');
  const inputs = reader.times((): NexaInput => {
    // 1 is an input that looks at a coin and does not spend it.
    if (reader.take(1)[0] !== 0) throw new RangeError('an input is of another type');
    const txid = printed(reader.take(32));
    const script = reader.take(reader.count());
    const sequence = reader.take(4).readUInt32LE(0);
    return { txid, index: 0, sequence, amount: reader.take(8).readBigUInt64LE(0), script };
  });
  const outputs = reader.times(() => {
    const from = reader.at;
    const [type = 0] = reader.take(1);
    if (type > 1) throw new RangeError('an output is of another type');
    const amount = reader.take(8).readBigUInt64LE(0);
    const script = Uint8Array.from(reader.take(reader.count()));
    return { amount, script, bytes: Buffer.from(bytes.subarray(from, reader.at)) };
  });
  const read = { inputs, outputs, lockTime: reader.take(4).readUInt32LE(0) };
  if (reader.at !== bytes.length || !Buffer.from(encode(read, 'written')).equals(bytes))
    throw new RangeError('it is not in its one form');
  return read;
}

class Reader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.at, this.at + length);
    if (taken.length < length) throw new RangeError('it ends too early');
    this.at += length;
    return taken;
  }

  count(): number {
    const [first = 0] = this.take(1);
    if (first < 0xfd) return first;
    if (first === 0xff) throw new RangeError('a count is beyond everything');
    return first === 0xfd ? this.take(2).readUInt16LE(0) : this.take(4).readUInt32LE(0);
  }

  times<T>(read: () => T): T[] {
    const all: T[] = [];
    for (let left = this.count(); left > 0; left -= 1) all.push(read());
    return all;
  }
}

function counted(bytes: Uint8Array): Buffer {
  return Buffer.concat([count(bytes.length), bytes]);
}

function count(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  const bytes = Buffer.alloc(value <= 0xffff ? 3 : 5);
  bytes[0] = value <= 0xffff ? 0xfd : 0xfe;
  if (value <= 0xffff) bytes.writeUInt16LE(value, 1);
  else bytes.writeUInt32LE(value, 1);
  return bytes;
}

function printed(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}
