import { keccak } from './curve.ts';
import { Refused } from '../family.ts';

/** An output as the bytes have it: what it is worth, and for whom, is hidden. */
export interface BlobOutput {
  readonly key: Uint8Array;
  readonly viewTag: number;
  /** Eight bytes that hide the amount from all but its payee … */
  readonly amount: Uint8Array;
  /** … and 32 that its maker cannot go back on. */
  readonly commitment: Uint8Array;
}

export interface Blob {
  readonly txid: string;
  /** Of what it spends, 64 digits of hex each: a second transaction with one of them is not taken. */
  readonly images: readonly string[];
  readonly outputs: readonly BlobOutput[];
  /** The key of the transaction, and one for each output where it needs them. */
  readonly key: Uint8Array;
  readonly outputKeys: readonly Uint8Array[];
  /** Eight bytes, as hidden as an amount. */
  readonly paymentId: Uint8Array | undefined;
  /** In 10^-12 XMR. */
  readonly fee: bigint;
}

/** What wallets of 0.18 sign: version 2 with Bulletproofs+. */
const [version, ringType] = [2, 6] as const;
const [toKey, toTaggedKey] = [2, 3] as const;
const [inputsMax, outputsMax, ringMax, extraMax] = [200, 16, 64, 2048] as const;

/**
 * Reads a transaction of Monero.
 *
 * @throws Refused where it has another form than the one that is signed here
 */
export function readBlob(bytes: Uint8Array): Blob {
  const reader = new Reader(bytes);
  if (reader.number() !== BigInt(version)) throw new Refused('unsupported', 'It is of another version.');
  if (reader.number() !== 0n) throw new Refused('unsupported', 'Its outputs are locked.');
  const images = Array.from({ length: reader.count(inputsMax) }, () => readImage(reader));
  const keys = Array.from({ length: reader.count(outputsMax) }, () => readOutputKey(reader));
  const extra = readExtra(reader.take(reader.count(extraMax)), keys.length);
  const prefixEnd = reader.at;
  if (reader.byte() !== ringType) throw new Refused('unsupported', 'It proves its amounts in another way.');
  const fee = reader.number();
  const amounts = keys.map(() => reader.take(8));
  const commitments = keys.map(() => reader.take(32));
  // What is left proves that it may spend: nodes look at that.
  const parts = [
    bytes.subarray(0, prefixEnd),
    bytes.subarray(prefixEnd, reader.at),
    bytes.subarray(reader.at),
  ];
  if (images.length === 0 || keys.length === 0 || parts[2]?.length === 0)
    throw new Refused('unreadable', 'It has no inputs, outputs or proofs.');
  if (new Set(images).size < images.length) throw new Refused('unreadable', 'It spends something twice.');
  return {
    txid: Buffer.from(keccak(...parts.map((part) => keccak(part)))).toString('hex'),
    images,
    outputs: keys.map((each, at) => ({
      ...each,
      amount: amounts[at] ?? new Uint8Array(),
      commitment: commitments[at] ?? new Uint8Array(),
    })),
    ...extra,
    fee,
  };
}

function readImage(reader: Reader): string {
  if (reader.byte() !== toKey || reader.number() !== 0n)
    throw new Refused('unsupported', 'It spends something of another form.');
  for (let left = reader.count(ringMax); left > 0; left -= 1) reader.number();
  return Buffer.from(reader.take(32)).toString('hex');
}

function readOutputKey(reader: Reader): Pick<BlobOutput, 'key' | 'viewTag'> {
  if (reader.number() !== 0n || reader.byte() !== toTaggedKey)
    throw new Refused('unsupported', 'It has an output of another form.');
  return { key: reader.take(32), viewTag: reader.byte() };
}

const [keyTag, nonceTag, keysTag, hiddenId] = [1, 2, 4, 1] as const;

function readExtra(bytes: Uint8Array, outputs: number): Pick<Blob, 'key' | 'outputKeys' | 'paymentId'> {
  const reader = new Reader(bytes);
  let key: Uint8Array | undefined;
  let outputKeys: readonly Uint8Array[] | undefined;
  let paymentId: Uint8Array | undefined;
  while (!reader.isAtEnd) {
    const tag = reader.byte();
    if (tag === keyTag && key === undefined) key = reader.take(32);
    else if (tag === keysTag && outputKeys === undefined)
      outputKeys = Array.from({ length: reader.count(outputsMax) }, () => reader.take(32));
    else if (tag === nonceTag && paymentId === undefined && reader.byte() === 9 && reader.byte() === hiddenId)
      paymentId = reader.take(8);
    else throw new Refused('unknown-field', 'Its extra has something that is not understood.');
  }
  if (key === undefined) throw new Refused('unreadable', 'It has no key.');
  if (outputKeys !== undefined && outputKeys.length !== outputs)
    throw new Refused('unreadable', 'It has not one key for each output.');
  return { key, outputKeys: outputKeys ?? [], paymentId };
}

class Reader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length;
  }

  take(count: number): Uint8Array {
    if (this.at + count > this.#bytes.length) throw new Refused('unreadable', 'It ends too early.');
    this.at += count;
    return this.#bytes.slice(this.at - count, this.at);
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** Seven bits a byte, the least significant first, in as few bytes as there can be. */
  number(): bigint {
    let number = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      number |= BigInt(byte & 127) << shift;
      if (byte >= 128) continue;
      if ((byte === 0 && shift > 0n) || number >= 2n ** 64n) break;
      return number;
    }
    throw new Refused('unreadable', 'It has a number that is none.');
  }

  count(most: number): number {
    const count = this.number();
    if (count > BigInt(most)) throw new Refused('unsupported', `It has more than ${most} of something.`);
    return Number(count);
  }
}
