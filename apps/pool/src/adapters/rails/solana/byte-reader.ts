/** What is read is not there, or something else than it has to be. */
export class Unexpected extends Error {
  override readonly name = 'Unexpected';
}

/** Reads bytes in their order, as Solana writes its transactions. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** What is left. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }

  take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new Unexpected('the bytes end too early');
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** Throws Unexpected where the next bytes are others. */
  expect(...expected: readonly number[]): void {
    for (const each of expected)
      if (this.byte() !== each) throw new Unexpected('there is another byte than has to be');
  }

  /** A number of as many bytes, the lowest first. */
  number(length: number): bigint {
    return this.take(length).reduceRight((value, each) => (value << 8n) | BigInt(each), 0n);
  }

  /** A length as Solana writes it: seven bits a byte, the lowest first, three bytes at most. */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const each = this.byte();
      value |= (each & 0x7f) << shift;
      if (each < 0x80) return value;
    }
    throw new Unexpected('a length has more than three bytes');
  }
}
