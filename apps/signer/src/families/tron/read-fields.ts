import { numberMax, type TronFields, writeRaw } from './transaction.ts';

/**
 * Reads what an unsigned payment says; undefined for anything that is not written in the one way in which the signer writes one. It reads by place, and writes again what
 * it has read.
 */
export function readFields(bytes: Uint8Array): TronFields | undefined {
  return (
    writtenAs(bytes, readTransfer(new FieldReader(bytes))) ??
    writtenAs(bytes, readCall(new FieldReader(bytes)))
  );
}

/** Undefined where these fields are written otherwise. */
function writtenAs(bytes: Uint8Array, fields: TronFields | undefined): TronFields | undefined {
  if (fields === undefined) return undefined;
  return Buffer.from(writeRaw(fields)).equals(bytes) ? fields : undefined;
}

function readTransfer(reader: FieldReader): TronFields | undefined {
  const header = readHeader(reader);
  // Of the contract its length, its type, the length of what it says, its name of 45 letters, and the length of the transfer.
  reader.skip(2 + 2 + 2 + 2 + 45 + 2);
  const owner = reader.hex(2, 21);
  const payee = reader.hex(2, 21);
  const amount = reader.number(1);
  const timestamp = reader.number(1);
  if (reader.isShort || !areNumbers(header.expiration, timestamp, amount)) return undefined;
  return { ...header, timestamp, owner, payee, amount };
}

function readCall(reader: FieldReader): TronFields | undefined {
  const header = readHeader(reader);
  // As above, with lengths of two bytes, and a name of 49 letters.
  reader.skip(3 + 2 + 3 + 2 + 49 + 2);
  const owner = reader.hex(2, 21);
  const token = reader.hex(2, 21);
  // Of the call its length, what is called, and what stands before an address.
  reader.skip(2 + 4);
  const payee = `41${reader.hex(12, 20)}`;
  const amount = BigInt(`0x${reader.hex(0, 32)}`);
  const timestamp = reader.number(1);
  const feeLimit = reader.number(2);
  if (reader.isShort || !areNumbers(header.expiration, timestamp, feeLimit)) return undefined;
  return { ...header, timestamp, owner, payee, amount, call: { token, feeLimit } };
}

function readHeader(reader: FieldReader): Pick<TronFields, 'refBlockBytes' | 'refBlockHash' | 'expiration'> {
  return {
    refBlockBytes: reader.hex(2, 2),
    refBlockHash: reader.hex(2, 8),
    expiration: reader.number(1),
  };
}

function areNumbers(...numbers: readonly bigint[]): boolean {
  return numbers.every((each) => each <= numberMax);
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
  hex(name: number, length: number): string {
    const from = this.#at + name;
    this.#at = from + length;
    return Buffer.concat([this.#bytes.subarray(from, this.#at)], length).toString('hex');
  }

  /** Seven bits a byte, the lowest first; ten bytes at most. */
  number(name: number): bigint {
    this.#at += name;
    let value = 0n;
    for (let count = 0n; count < 10n; count += 1n) {
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      value |= BigInt(byte & 0x7f) << (7n * count);
      if (byte < 0x80) break;
    }
    return value;
  }
}
