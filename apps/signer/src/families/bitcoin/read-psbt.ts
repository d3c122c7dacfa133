import { Refused } from '../family.ts';

/** What an input of a PSBT says that the signer hears; everything else in it is refused or has no effect. */
export interface PsbtInput {
  /** The whole transaction that made the output which the input spends. */
  readonly previous: Uint8Array;
  /** That output again, as amount and script; some wallets add it. */
  readonly spent: Uint8Array | undefined;
}

const magic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);

const unsignedTransaction = 0x00;
const previousTransaction = 0x00;
const spentOutput = 0x01;
const signatureType = 0x03;
const inputKeyPath = 0x06;
const outputKeyPath = 0x02;

/** SIGHASH_ALL, as the field writes it. */
const signAll = Uint8Array.of(1, 0, 0, 0);

/**
 * Reads a PSBT of version 0 (BIP 174) from its bytes. Fields that the signer does not know, that stand twice, that carry signatures or
 * scripts, and bytes behind the end are refused. Key paths are the only fields that are allowed and not looked at.
 *
 * @param readTransaction reads the bytes of the unsigned transaction: how many parts follow depends on it
 * @throws Refused
 */
export function readPsbt<
  Unsigned extends { readonly inputs: readonly unknown[]; readonly outputs: readonly unknown[] },
>(
  bytes: Uint8Array,
  readTransaction: (unsigned: Uint8Array) => Unsigned,
): { readonly transaction: Unsigned; readonly inputs: readonly PsbtInput[] } {
  const reader = new MapReader(bytes);
  reader.expect(magic);
  const transaction = readTransaction(readGlobal(reader.map()));
  const inputs = transaction.inputs.map(() => readInput(reader.map()));
  for (let output = 0; output < transaction.outputs.length; output += 1)
    for (const { type } of reader.map())
      if (type !== outputKeyPath) throw unknown(`an output has a field of type ${type}`);
  reader.expectEnd();
  return { transaction, inputs };
}

function readGlobal(fields: readonly Field[]): Uint8Array {
  const [first, ...others] = fields;
  if (first?.type !== unsignedTransaction || !first.isBare)
    throw unreadable('it does not begin with its unsigned transaction');
  if (others.length > 0) throw unknown(`there is a field of type ${others[0]?.type} for the whole of it`);
  return first.value;
}

function readInput(fields: readonly Field[]): PsbtInput {
  let previous: Uint8Array | undefined;
  let spent: Uint8Array | undefined;
  for (const { type, isBare, value } of fields) {
    if (type === previousTransaction && isBare) previous = value;
    else if (type === spentOutput && isBare) spent = value;
    else if (type === signatureType && isBare) {
      if (!same(value, signAll)) throw new Refused('unsupported', 'an input asks for another signature type');
    } else if (type !== inputKeyPath || isBare) throw unknown(`an input has a field of type ${type}`);
  }
  if (previous === undefined)
    throw new Refused('previous-transaction', 'an input comes without its whole previous transaction');
  return { previous, spent };
}

interface Field {
  readonly type: number;
  /** Whether the key is nothing but its type. */
  readonly isBare: boolean;
  readonly value: Uint8Array;
}

class MapReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  expect(bytes: Uint8Array): void {
    if (!same(this.#take(bytes.length), bytes)) throw unreadable('it does not begin as a PSBT does');
  }

  expectEnd(): void {
    if (this.#at < this.#bytes.length) throw unreadable('something stands behind its end');
  }

  /** Fields up to the end of one map. */
  map(): readonly Field[] {
    const fields: Field[] = [];
    const keys = new Set<string>();
    for (;;) {
      const key = this.#take(this.#size());
      const [type] = key;
      if (type === undefined) return fields;
      // 0xfd and above begin a longer type; none of those is known.
      const name = Buffer.from(key).toString('hex');
      if (keys.has(name)) throw unreadable('a field stands twice in it');
      keys.add(name);
      fields.push({ type, isBare: key.length === 1, value: this.#take(this.#size()) });
    }
  }

  /** A length, in the shortest of its forms. */
  #size(): number {
    const [first = 0] = this.#take(1);
    if (first < 0xfd) return first;
    const bytes = this.#take(first === 0xfd ? 2 : 4);
    if (first === 0xff) throw unreadable('a length in it is beyond everything');
    const size = bytes.reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
    if (size < (first === 0xfd ? 0xfd : 0x10000)) throw unreadable('a length is not in its shortest form');
    return size;
  }

  #take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    if (taken.length < length) throw unreadable('it ends too early');
    this.#at += length;
    return taken;
  }
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function unreadable(why: string): Refused {
  return new Refused('unreadable', `The PSBT cannot be read: ${why}.`);
}

function unknown(why: string): Refused {
  return new Refused('unknown-field', `The PSBT says more than the signer understands: ${why}.`);
}
