import { toDisplay } from './hash-text.ts';
import { sha256d } from './sha256d.ts';

/** What a stored block says of itself. */
export interface BlockSummary {
  /** As printed. */
  readonly hash: string;
  /** What the first output of its coinbase pays: the pool's, in the chain's smallest units. */
  readonly value: bigint;
}

const headerBytes = 80;

/** @throws RangeError where the bytes end too early or are no block */
export function readBlock(block: Uint8Array): BlockSummary {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  let at = headerBytes;
  const skip = (count: number): void => {
    at += count;
    if (at > bytes.length) throw new RangeError('the block ends too early');
  };
  const readSize = (): number => {
    const first = bytes.readUInt8(at);
    skip(1);
    if (first < 0xfd) return first;
    const width = first === 0xfd ? 2 : 4;
    if (first === 0xff) throw new RangeError('a count of the block is too large');
    const size = bytes.readUIntLE(at, width);
    skip(width);
    return size;
  };
  if (readSize() === 0) throw new RangeError('the block has no coinbase');
  skip(4);
  // Marker and flag of a transaction with witnesses; an input count of 0 does not occur.
  if (bytes.readUInt8(at) === 0) skip(2);
  if (readSize() !== 1) throw new RangeError('the coinbase does not have one input');
  skip(36);
  skip(readSize());
  skip(4);
  if (readSize() === 0) throw new RangeError('the coinbase has no output');
  return { hash: toDisplay(sha256d(bytes.subarray(0, headerBytes))), value: bytes.readBigUInt64LE(at) };
}
