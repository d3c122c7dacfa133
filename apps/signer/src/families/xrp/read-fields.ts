import { dropsMax, unsignedXrp, type XrpFields } from './transaction.ts';

/**
 * Reads what an unsigned payment says, in which no key stands yet: undefined for anything that is not written in the one way in which the signer writes one. It reads by
 * what stands before each field, and writes again what it has read.
 */
export function readFields(bytes: Uint8Array): XrpFields | undefined {
  const reader = new FieldReader(bytes);
  reader.skip(1 + 2);
  const networkId = reader.optional(0x21);
  reader.skip(1 + 4);
  const sequence = reader.number(1);
  const tag = reader.optional(0x2e);
  const lastLedger = reader.number(2);
  const amount = reader.drops();
  const fee = reader.drops();
  const account = reader.hex();
  const payee = reader.hex();
  const fields = { networkId, sequence, tag, lastLedger, amount, fee, account, payee };
  if (reader.isShort || amount > dropsMax || fee > dropsMax) return undefined;
  const { head, tail } = unsignedXrp(fields);
  return Buffer.concat([head, tail]).equals(bytes) ? fields : undefined;
}

/** Beyond the end it reads zeros, and says so. */
class FieldReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  get isShort(): boolean {
    return this.#at > this.#bytes.length;
  }

  skip(length: number): void {
    this.#at += length;
  }

  /** @param name how many bytes name the field */
  take(name: number, length: number): Buffer {
    const from = this.#at + name;
    this.#at = from + length;
    return Buffer.concat([this.#bytes.subarray(from, this.#at)], length);
  }

  number(name: number): number {
    return this.take(name, 4).readUInt32BE();
  }

  optional(name: number): number | undefined {
    return this.#bytes[this.#at] === name ? this.number(1) : undefined;
  }

  /** Without the two highest bits, which say that it is a positive amount of XRP. */
  drops(): bigint {
    return this.take(1, 8).readBigUInt64BE() & (2n ** 62n - 1n);
  }

  hex(): string {
    return this.take(2, 20).toString('hex');
  }
}
