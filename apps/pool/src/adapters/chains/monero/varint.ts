const more = 0x80;
/** A number of 64 bits takes ten bytes. */
const bytesMax = 10;

/** Seven bits a byte, the least significant first. */
export function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 128n) return Uint8Array.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 127n) | more);
  }
}

/** Reads bytes from their beginning on. Every method throws `RangeError` where they end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.at];
    if (value === undefined) throw new RangeError('the bytes end too early');
    this.at += 1;
    return value;
  }

  take(count: number): Uint8Array {
    if (this.at + count > this.#bytes.length) throw new RangeError('the bytes end too early');
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }

  /** One that is written longer than it needs to be is refused, as nodes do. */
  varint(): bigint {
    let value = 0n;
    for (let count = 0; count < bytesMax; count += 1) {
      const byte = this.byte();
      if (byte === 0 && count > 0) throw new RangeError('a number has a needless byte');
      value |= BigInt(byte & 127) << BigInt(7 * count);
      if (byte < more) {
        if (value >= 2n ** 64n) break;
        return value;
      }
    }
    throw new RangeError('a number has more than 64 bits');
  }

  /** A number that counts things of this block. */
  count(max: number): number {
    const value = this.varint();
    if (value > BigInt(max)) throw new RangeError(`a count is above ${max}`);
    return Number(value);
  }
}
