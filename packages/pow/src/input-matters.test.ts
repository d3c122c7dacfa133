import { beforeAll, describe, expect, it } from 'vitest';
import { hashAlephium } from './alephium.ts';
import { createAutolykosHasher } from './autolykos.ts';
import { hashKaspa, heavyMatrix } from './kheavyhash.ts';
import { hashNexa } from './nexapow.ts';
import { differingBits, flipBit } from './testing/flip-bit.ts';
import { bytesOf, u64Of } from './testing/vectors.ts';
import { xelisInstance } from './testing/wasm.ts';
import autolykos from './vectors/autolykos.json' with { type: 'json' };
import blake3 from './vectors/blake3.json' with { type: 'json' };
import kheavyhash from './vectors/kheavyhash.json' with { type: 'json' };
import nexapow from './vectors/nexapow.json' with { type: 'json' };
import xelishash from './vectors/xelishash.json' with { type: 'json' };
import { createXelisHasher } from './xelishash.ts';

/** What is hashed, part by part, and how. */
interface Subject {
  readonly parts: Readonly<Record<string, Uint8Array>>;
  hash(parts: Readonly<Record<string, Uint8Array>>): Uint8Array;
}

const none = new Uint8Array();
const u64 = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * (7 - at))) & 255n));
const asU64 = (bytes: Uint8Array | undefined): bigint =>
  (bytes ?? none).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

async function subjects(): Promise<Readonly<Record<string, Subject>>> {
  const [alph] = blake3.vectors;
  const kas = kheavyhash.vectors.find((vector) => vector.pow_bytes_le !== undefined);
  const nexa = nexapow.vectors.find((vector) => vector.commitment_raw !== undefined);
  const erg = autolykos.vectors.find((vector) => vector.hit !== undefined);
  const [xel] = xelishash.vectors;
  const ergo = await createAutolykosHasher();
  const xelis = await createXelisHasher(xelisInstance());
  return {
    Alephium: {
      parts: { nonce: bytesOf(alph?.nonce), header: bytesOf(alph?.header_blob) },
      hash: ({ nonce = none, header = none }) => hashAlephium(nonce, header),
    },
    Kaspa: {
      parts: {
        header: bytesOf(kas?.pre_pow_hash),
        time: u64(BigInt(kas?.timestamp_ms ?? 0)),
        nonce: u64(u64Of(kas?.nonce)),
      },
      hash: ({ header = none, time, nonce }) =>
        hashKaspa(header, heavyMatrix(header), asU64(time), asU64(nonce)),
    },
    Nexa: {
      parts: { commitment: bytesOf(nexa?.commitment_raw), nonce: bytesOf(nexa?.nonce) },
      hash: ({ commitment = none, nonce = none }) => hashNexa(commitment, nonce) ?? none,
    },
    Ergo: {
      parts: { message: bytesOf(erg?.msg), nonce: bytesOf(erg?.nonce) },
      hash: ({ message = none, nonce = none }) => ergo.hash(message, nonce, erg?.height ?? 0),
    },
    'Xelis 3': {
      parts: { input: bytesOf(xel?.input112) },
      hash: ({ input = none }) => xelis.hash(input, 3),
    },
    'Xelis 2': {
      parts: { input: bytesOf(xel?.input112) },
      hash: ({ input = none }) => xelis.hash(input, 2),
    },
  };
}

/** Bits of a part that are changed: its ends, and some between. */
const places = (bytes: Uint8Array): readonly number[] => {
  const last = bytes.length * 8 - 1;
  return [...new Set([0, 1, 7, 8, Math.floor(last / 3), Math.floor(last / 2), last - 8, last - 1, last])];
};

describe('one bit of the input', () => {
  let all: Readonly<Record<string, Subject>>;
  beforeAll(async () => {
    all = await subjects();
  });

  it.each([
    ['Alephium', 'nonce'],
    ['Alephium', 'header'],
    ['Kaspa', 'header'],
    ['Kaspa', 'time'],
    ['Kaspa', 'nonce'],
    ['Nexa', 'commitment'],
    ['Nexa', 'nonce'],
    ['Ergo', 'message'],
    ['Ergo', 'nonce'],
    ['Xelis 3', 'input'],
    ['Xelis 2', 'input'],
  ])('changes the hash of %s, wherever it lies in the %s', (name, part) => {
    const subject = all[name];
    const bytes = subject?.parts[part];
    if (subject === undefined || bytes === undefined) throw new Error('no such part');
    const before = subject.hash(subject.parts);
    for (const bit of places(bytes)) {
      const after = subject.hash({ ...subject.parts, [part]: flipBit(bytes, bit) });
      // 128 of 256 bits, give or take eight standard deviations.
      expect(Math.abs(differingBits(before, after) - 128)).toBeLessThan(64);
    }
    // What was hashed in between leaves nothing behind.
    expect(subject.hash(subject.parts)).toEqual(before);
  });
});
