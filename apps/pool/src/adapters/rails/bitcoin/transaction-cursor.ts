/** A transaction of a block cannot be larger. */
export const bytesMax = 4_000_000;

/** Reads on, and throws where there is nothing more. */
export class Cursor {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Uint8Array, from: number) {
    this.at = from;
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

  /** A count of bytes, and those. */
  whole(): Buffer {
    const from = this.at;
    this.take(this.size());
    return this.#bytes.subarray(from, this.at);
  }

  times<T>(read: () => T): T[] {
    const all: T[] = [];
    for (let count = this.size(); count > 0; count -= 1) all.push(read());
    return all;
  }
}
