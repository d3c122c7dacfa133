import { blake2b } from '@noble/hashes/blake2.js';

/** What of a transaction of Zcash's version 5 counts for who is paid at a transparent address. */
export interface Version5 {
  /** 32 bytes, as blocks have it: the other way round than it is printed. */
  readonly id: Uint8Array;
  /** Its inputs and its outputs with their counts, as in a transaction of Bitcoin. */
  readonly transparent: Uint8Array;
}

/** 5, with the highest bit set (ZIP 202), and its group 0x26a7270a (ZIP 225). */
const head = Uint8Array.of(0x05, 0, 0, 0x80, 0x0a, 0x27, 0xa7, 0x26);
/** Version, group, branch, lock time and height of expiry. */
const headerBytes = 20;
/** Of an output or an action: what opens its note, its memo, and the rest of its ciphertext. */
const compactBytes = 52;
const memoBytes = 512;
const encryptedBytes = 580;
const forOwnerBytes = 80;
const nothing = new Uint8Array();

/**
 * Reads a transaction of version 5, whole: its id is made of what it does, and of nothing that proves it (ZIP 244).
 *
 * @throws RangeError where the bytes are none, end too early, or go on after its end
 * @see https://zips.z.cash/zip-0225 for its form
 */
export function readVersion5(bytes: Uint8Array): Version5 {
  const reader = new Reader(bytes);
  const header = reader.take(headerBytes);
  if (!head.every((byte, at) => header[at] === byte))
    throw new RangeError('it is no transaction of version 5');
  const from = reader.at;
  const inputs = reader.times(() => {
    const coin = reader.take(36);
    reader.take(reader.size());
    return { coin, sequence: reader.take(4) };
  });
  const outputs = reader.times(() => {
    const start = reader.at;
    reader.take(8);
    reader.take(reader.size());
    return bytes.subarray(start, reader.at);
  });
  const transparent = bytes.subarray(from, reader.at);
  const hasTransparent = inputs.length + outputs.length > 0;
  const transparentHash = digest(
    'ZTxIdTranspaHash',
    ...(hasTransparent
      ? [
          digest('ZTxIdPrevoutHash', ...inputs.map(({ coin }) => coin)),
          digest('ZTxIdSequencHash', ...inputs.map(({ sequence }) => sequence)),
          digest('ZTxIdOutputsHash', ...outputs),
        ]
      : []),
  );
  const parts = [digest('ZTxIdHeadersHash', header), transparentHash, sapling(reader), orchard(reader)];
  reader.end();
  const name = Uint8Array.of(...ascii('ZcashTxHash_'), ...header.subarray(8, 12));
  return { id: personal(name, parts), transparent };
}

/** ZIP 244, T.3, as the reader stands before the shielded part of Sapling. */
function sapling(reader: Reader): Uint8Array {
  const spends = reader.times(() => ({
    cv: reader.take(32),
    nullifier: reader.take(32),
    rk: reader.take(32),
  }));
  const outputs = reader.times(() => ({
    cv: reader.take(32),
    cmu: reader.take(32),
    key: reader.take(32),
    ...ciphertext(reader),
  }));
  if (spends.length + outputs.length === 0) return digest('ZTxIdSaplingHash');
  const balance = reader.take(8);
  const anchor = spends.length > 0 ? reader.take(32) : nothing;
  // Proofs and signatures.
  reader.take(spends.length * (192 + 64) + outputs.length * 192 + 64);
  const spent =
    spends.length === 0
      ? []
      : [
          digest('ZTxIdSSpendCHash', ...spends.map(({ nullifier }) => nullifier)),
          digest('ZTxIdSSpendNHash', ...spends.flatMap(({ cv, rk }) => [cv, anchor, rk])),
        ];
  const made =
    outputs.length === 0
      ? []
      : [
          digest('ZTxIdSOutC__Hash', ...outputs.flatMap(({ cmu, key, compact }) => [cmu, key, compact])),
          digest('ZTxIdSOutM__Hash', ...outputs.map(({ memo }) => memo)),
          digest('ZTxIdSOutN__Hash', ...outputs.flatMap(({ cv, rest, forOwner }) => [cv, rest, forOwner])),
        ];
  return digest(
    'ZTxIdSaplingHash',
    digest('ZTxIdSSpendsHash', ...spent),
    digest('ZTxIdSOutputHash', ...made),
    balance,
  );
}

/** ZIP 244, T.4, as the reader stands before the shielded part of Orchard. */
function orchard(reader: Reader): Uint8Array {
  const actions = reader.times(() => ({
    cv: reader.take(32),
    nullifier: reader.take(32),
    rk: reader.take(32),
    cmx: reader.take(32),
    key: reader.take(32),
    ...ciphertext(reader),
  }));
  if (actions.length === 0) return digest('ZTxIdOrchardHash');
  // Flags, balance and anchor, as they stand there.
  const terms = reader.take(1 + 8 + 32);
  reader.take(reader.size());
  reader.take(actions.length * 64 + 64);
  return digest(
    'ZTxIdOrchardHash',
    digest(
      'ZTxIdOrcActCHash',
      ...actions.flatMap(({ nullifier, cmx, key, compact }) => [nullifier, cmx, key, compact]),
    ),
    digest('ZTxIdOrcActMHash', ...actions.map(({ memo }) => memo)),
    digest('ZTxIdOrcActNHash', ...actions.flatMap(({ cv, rk, rest, forOwner }) => [cv, rk, rest, forOwner])),
    terms,
  );
}

function ciphertext(reader: Reader) {
  return {
    compact: reader.take(compactBytes),
    memo: reader.take(memoBytes),
    rest: reader.take(encryptedBytes - compactBytes - memoBytes),
    forOwner: reader.take(forOwnerBytes),
  };
}

/** @param purpose 16 letters */
function digest(purpose: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return personal(ascii(purpose), parts);
}

function personal(personalization: Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  const hash = blake2b.create({ dkLen: 32, personalization });
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Reads on, and throws where there is nothing more. */
class Reader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(count: number): Uint8Array {
    const from = this.at;
    this.at += count;
    if (this.at > this.#bytes.length) throw new RangeError('the transaction ends too early');
    return this.#bytes.subarray(from, this.at);
  }

  /** A count, in its shortest form. */
  size(): number {
    const [first = 0] = this.take(1);
    if (first < 0xfd) return first;
    const bytes = this.take(first === 0xfd ? 2 : 4);
    const size = bytes.reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
    if (first === 0xff || size < (first === 0xfd ? 0xfd : 0x1_0000))
      throw new RangeError('a count of the transaction is none');
    return size;
  }

  times<T>(read: () => T): T[] {
    const all: T[] = [];
    for (let left = this.size(); left > 0; left -= 1) all.push(read());
    return all;
  }

  end(): void {
    if (this.at !== this.#bytes.length) throw new RangeError('the transaction goes on after its end');
  }
}
