import type { CoinbaseOutput } from '../bitcoin/coinbase.ts';
import { compactSize } from '../bitcoin/compact-size.ts';

/** A coinbase without shielded parts, in the pieces that its hashes are made of. */
export interface Coinbase {
  /** 4, whose hash is that of its bytes, or 5 (ZIP 225). */
  readonly version: 4 | 5;
  /** What stands before the input. */
  readonly header: Uint8Array;
  /** The place of the input's transaction: none. */
  readonly previous: Uint8Array;
  /** Begins with the height. */
  readonly script: Uint8Array;
  readonly sequence: Uint8Array;
  readonly outputs: readonly CoinbaseOutput[];
  /** As they stand, without their count. */
  readonly outputBytes: Uint8Array;
  /** What stands behind the outputs. */
  readonly tail: Uint8Array;
}

const overwintered = 0x80000000;
const headerBytes = { 4: 8, 5: 20 } as const;
/** Behind the outputs of version 4: lock time, expiry, then the balance and the three counts of what is shielded. */
const tailBytes = { 4: 19, 5: 3 } as const;
const shieldedFrom = { 4: 8, 5: 0 } as const;
const scriptBytesMax = 100;
const outputsMax = 64;
const outputScriptMax = 10_000;

/**
 * Reads a coinbase at the beginning of these bytes.
 *
 * @throws RangeError where it is none, or has parts that this release does not know
 */
export function readCoinbase(given: Uint8Array): { readonly coinbase: Coinbase; readonly length: number } {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  let at = 0;
  const take = (count: number): Buffer => {
    at += count;
    if (at > bytes.length) throw new RangeError('the coinbase ends too early');
    return bytes.subarray(at - count, at);
  };
  const takeSize = (max: number): number => {
    const first = take(1).readUInt8();
    const size = first === 0xfd ? take(2).readUInt16LE() : first;
    if (size > max || first > 0xfd) throw new RangeError('a count of the coinbase is too large');
    return size;
  };
  const version = (take(4).readUInt32LE() - overwintered) as 4 | 5;
  if (version !== 4 && version !== 5)
    throw new RangeError(`the coinbase is of a version that this release does not know`);
  take(headerBytes[version] - 4);
  const header = bytes.subarray(0, at);
  if (takeSize(1) !== 1) throw new RangeError('the coinbase does not have one input');
  const previous = take(36);
  const script = take(takeSize(scriptBytesMax));
  const sequence = take(4);
  const count = takeSize(outputsMax);
  const outputsFrom = at;
  const outputs = Array.from({ length: count }, (): CoinbaseOutput => {
    const value = take(8).readBigUInt64LE();
    return { value, script: take(takeSize(outputScriptMax)) };
  });
  const outputBytes = bytes.subarray(outputsFrom, at);
  const tail = take(tailBytes[version]);
  if (tail.subarray(shieldedFrom[version]).some((byte) => byte !== 0))
    throw new RangeError('the coinbase has shielded parts, which this release cannot read');
  return {
    coinbase: { version, header, previous, script, sequence, outputs, outputBytes, tail },
    length: at,
  };
}

export function printCoinbase(coinbase: Coinbase): Uint8Array {
  const { header, previous, script, sequence, outputs, outputBytes, tail } = coinbase;
  return Buffer.concat([
    header,
    compactSize(1),
    previous,
    compactSize(script.length),
    script,
    sequence,
    compactSize(outputs.length),
    outputBytes,
    tail,
  ]);
}
