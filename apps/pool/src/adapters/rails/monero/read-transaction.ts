import { keccak_256 } from '@noble/hashes/sha3.js';
import { ByteReader } from '../../chains/monero/varint.ts';

/** A transaction of Monero, as far as its bytes say what it does. */
export interface ReadTransaction {
  readonly txid: string;
  /** Of what it spends, 64 hexadecimal digits each. */
  readonly images: readonly string[];
  readonly outputs: readonly HiddenOutput[];
  readonly extra: TransactionExtra;
  /** In 10^-12 XMR. */
  readonly fee: bigint;
}

export interface HiddenOutput {
  readonly key: Uint8Array;
  readonly viewTag: number;
  /** Eight bytes, hidden from all but the payee. */
  readonly amount: Uint8Array;
  readonly commitment: Uint8Array;
}

export interface TransactionExtra {
  readonly key: Uint8Array;
  /** One for each output, or none at all. */
  readonly outputKeys: readonly Uint8Array[];
  readonly paymentId: Uint8Array | undefined;
}

const most = { inputs: 1000, outputs: 16, ring: 128, extra: 4096 };
const [toKey, toTaggedKey, bulletproofPlus] = [2, 3, 6] as const;

/**
 * Reads what wallets of release 0.18 build.
 *
 * @param prunedTail the hash of the part that proves, from a node that has dropped it: the bytes end before it then
 * @throws RangeError where it has another form
 */
export function readTransaction(bytes: Uint8Array, prunedTail?: Uint8Array): ReadTransaction {
  const reader = new ByteReader(bytes);
  if (reader.varint() !== 2n || reader.varint() !== 0n)
    throw new RangeError('its version or its lock is none');
  const images = Array.from({ length: reader.count(most.inputs) }, () => readImage(reader));
  const keys = Array.from({ length: reader.count(most.outputs) }, () => {
    if (reader.varint() !== 0n || reader.byte() !== toTaggedKey)
      throw new RangeError('it has an output of another form');
    return { key: reader.take(32), viewTag: reader.byte() };
  });
  const extra = readExtra(reader.take(reader.count(most.extra)), keys.length);
  const prefixEnd = reader.at;
  if (reader.byte() !== bulletproofPlus) throw new RangeError('it proves its amounts in another way');
  const fee = reader.varint();
  const amounts = keys.map(() => reader.take(8));
  const commitments = keys.map(() => reader.take(32));
  const tail = prunedTail ?? keccak_256(bytes.subarray(reader.at));
  const hashes = [bytes.subarray(0, prefixEnd), bytes.subarray(prefixEnd, reader.at)].map((part) =>
    keccak_256(part),
  );
  return {
    txid: Buffer.from(keccak_256(Buffer.concat([...hashes, tail]))).toString('hex'),
    images,
    outputs: keys.map((each, at) => ({
      ...each,
      amount: amounts[at] ?? new Uint8Array(),
      commitment: commitments[at] ?? new Uint8Array(),
    })),
    extra,
    fee,
  };
}

/** What a transaction spends, whatever else it is: undefined where it spends nothing in this way. */
export function imagesOf(bytes: Uint8Array): readonly string[] {
  const reader = new ByteReader(bytes);
  reader.varint();
  reader.varint();
  return Array.from({ length: reader.count(most.inputs) }, () => readImage(reader));
}

function readImage(reader: ByteReader): string {
  if (reader.byte() !== toKey) throw new RangeError('it spends something of another form');
  reader.varint();
  for (let rest = reader.count(most.ring); rest > 0; rest -= 1) reader.varint();
  return Buffer.from(reader.take(32)).toString('hex');
}

const [keyTag, nonceTag, outputKeysTag] = [1, 2, 4] as const;
/** A nonce of nine bytes whose first is 1 hides the number of a payment. */
const hiddenId = [9, 1] as const;

function readExtra(bytes: Uint8Array, outputs: number): TransactionExtra {
  const reader = new ByteReader(bytes);
  const keys: Uint8Array[] = [];
  const lists: (readonly Uint8Array[])[] = [];
  const ids: Uint8Array[] = [];
  while (!reader.isAtEnd) {
    const tag = reader.byte();
    if (tag === keyTag) keys.push(reader.take(32));
    else if (tag === outputKeysTag)
      lists.push(Array.from({ length: reader.count(most.outputs) }, () => reader.take(32)));
    else if (tag === nonceTag && reader.byte() === hiddenId[0] && reader.byte() === hiddenId[1])
      ids.push(reader.take(8));
    else throw new RangeError('its extra has something that is not known');
  }
  const [key, another] = keys;
  if (key === undefined || another !== undefined || lists.length > 1 || ids.length > 1)
    throw new RangeError('its extra is not of one payment');
  const [outputKeys = []] = lists;
  if (lists.length > 0 && outputKeys.length !== outputs)
    throw new RangeError('it has not one key for each output');
  return { key, outputKeys, paymentId: ids[0] };
}
