import { createHash } from 'node:crypto';
import { compactSize } from '../../chains/bitcoin/compact-size.ts';
import { toDisplay } from '../../chains/bitcoin/hash-text.ts';
import { sha256d } from '../../chains/bitcoin/sha256d.ts';
import { coinName } from './coin-names.ts';
import type { ReadTransaction } from './transaction-parts.ts';
import { Cursor } from './transaction-cursor.ts';

/** Of an input that spends a coin, and of one that only looks at it. */
const spends = 0;
const looks = 1;
/** Of an output: a script as of Bitcoin Cash, or a template with what it is for. */
const outputTypes: ReadonlySet<number> = new Set([0, 1]);

/**
 * A transaction of Nexa, whole. It is named by its *idem*, the hash of everything but the scripts of its inputs: wallets and blocks of its nodes know it by
 * that, its coins follow from it, and no signature can change it. So it is its effect as well; the other id, which counts signatures, is never asked for.
 * A coin is named by the hash of that and its number: its outpoint, which is all that an input says of it beside what it is worth.
 *
 * @see src/primitives/transaction.h of Nexa 1.2
 *
 * @throws RangeError where the bytes are no transaction, end too early, or go on after its end; and where an input only looks at a coin: nothing that was
 * built here has one
 */
export function readNexa(bytes: Uint8Array): ReadTransaction {
  const { types, ...read } = readAny(bytes);
  if (types.some((type) => type !== spends))
    throw new RangeError('the transaction has a form that is not known');
  return read;
}

/** The outpoints that a transaction spends, without those that it only looks at. Undefined where it cannot be read. */
export function spentInNexa(bytes: Uint8Array): readonly string[] | undefined {
  try {
    const { types, inputs } = readAny(bytes);
    return inputs.filter((_input, at) => types[at] === spends).map(({ coin }) => coin.slice(0, 64));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readAny(bytes: Uint8Array): ReadTransaction & { readonly types: readonly number[] } {
  const cursor = new Cursor(bytes, 0);
  const version = cursor.take(1);
  if (version.readUInt8(0) !== 0) throw new RangeError('the transaction has a form that is not known');
  const read = cursor.times(() => readInput(cursor));
  const count = compactSize(read.length);
  const outputsFrom = cursor.at;
  const outputs = cursor.times(() => readOutput(cursor));
  const paid = bytes.subarray(outputsFrom, cursor.at);
  const lockTime = cursor.take(4);
  if (cursor.at !== bytes.length) throw new RangeError('the transaction goes on after its end');
  const hashed = [version, count, ...read.flatMap(({ before, after }) => [before, after]), paid, lockTime];
  const idem = sha256d(Buffer.concat(hashed));
  const txid = toDisplay(idem);
  return {
    txid,
    effect: txid,
    types: read.map(({ before }) => before.readUInt8(0)),
    inputs: read.map(({ coin, sequence }) => ({ coin, sequence })),
    outputs,
    made: outputs.map((_output, at) => coinName(outpointOf(idem, at), 0)),
    lockTime: lockTime.readUInt32LE(0),
    stripped: Uint8Array.from(bytes),
    virtualBytes: bytes.length,
  };
}

/** The outpoint of an output of the transaction with this idem, as nodes print it: one SHA-256. */
function outpointOf(idem: Uint8Array, at: number): string {
  const number = Buffer.alloc(4);
  number.writeUInt32LE(at);
  return toDisplay(createHash('sha256').update(idem).update(number).digest());
}

/** 1 of the template of a key: no group of tokens, its number, and the hash of what it is for. 0 of scripts. */
function typeOf(script: Uint8Array): number {
  return script.length === 23 && script[0] === 0 && script[1] === 0x51 && script[2] === 20 ? 1 : 0;
}

function readInput(cursor: Cursor): {
  readonly coin: string;
  readonly sequence: number;
  /** What stands before its script, and behind it. */
  readonly before: Buffer;
  readonly after: Buffer;
} {
  const before = cursor.take(33);
  if (before.readUInt8(0) > looks) throw new RangeError('the transaction has a form that is not known');
  cursor.take(cursor.size());
  const after = cursor.take(12);
  return {
    coin: coinName(toDisplay(before.subarray(1)), 0),
    sequence: after.readUInt32LE(0),
    before,
    after,
  };
}

function readOutput(cursor: Cursor): { readonly script: Uint8Array; readonly value: bigint } {
  const type = cursor.byte();
  if (!outputTypes.has(type)) throw new RangeError('the transaction has a form that is not known');
  const value = cursor.take(8).readBigUInt64LE(0);
  const script = Uint8Array.from(cursor.take(cursor.size()));
  // What would be spent by other rules than the script of an address is, is at none: such an output has no script here.
  return { value, script: type === typeOf(script) ? script : new Uint8Array() };
}
