import { chacha8 } from '@noble/ciphers/chacha.js';
import { createBLAKE3 } from 'hash-wasm';

/** What `xelis.wasm` exports. An instance is made by the caller: this package reads no files. */
export interface XelisExports {
  readonly memory: { readonly buffer: ArrayBufferLike };
  padAddress(): number;
  mix2(): void;
  mix3(): void;
}

/** Version 3 is mined since height 3,282,150, version 2 was from 434,100 on. */
export type XelisVersion = 2 | 3;

const padBytes: Readonly<Record<XelisVersion, number>> = { 2: 429 * 128 * 8, 3: 531 * 128 * 8 };
const chunkBytes = 32;
const nonceBytes = 12;
const inputBytes = 112;

/** Hashes shares of Xelis. */
export interface XelisHasher {
  /**
   * @param input 112 bytes: work hash, time and nonce (most significant byte first), extra nonce, public key of the miner
   * @returns 32 bytes, most significant first
   * @see xelis-hash, v2 and v3
   */
  hash(input: Uint8Array, version: XelisVersion): Uint8Array;
}

/** Makes a hasher around one pad of 544 kB. It is not shared between threads. */
export async function createXelisHasher(wasm: XelisExports): Promise<XelisHasher> {
  const blake3 = await createBLAKE3();
  const digest = (bytes: Uint8Array): Uint8Array => blake3.init().update(bytes).digest('binary');
  return {
    hash(input, version) {
      if (input.length !== inputBytes)
        throw new RangeError(`a share of Xelis has 112 bytes, not ${input.length}`);
      const pad = new Uint8Array(wasm.memory.buffer, wasm.padAddress(), padBytes[version]);
      fillPad(pad, input, digest);
      if (version === 2) wasm.mix2();
      else wasm.mix3();
      return digest(pad);
    },
  };
}

/** Fills the pad with key streams of ChaCha8: a part for each chunk of the input, each keyed by all chunks so far. */
function fillPad(pad: Uint8Array, input: Uint8Array, digest: (bytes: Uint8Array) => Uint8Array): void {
  let hash = digest(input);
  let nonce = hash.slice(0, nonceBytes);
  const chunks = Math.ceil(input.length / chunkBytes);
  const partBytes = pad.length / chunks;
  for (let chunk = 0; chunk < chunks; chunk++) {
    const keyed = new Uint8Array(2 * chunkBytes);
    keyed.set(hash);
    keyed.set(input.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes), chunkBytes);
    hash = digest(keyed);
    const part = pad.subarray(chunk * partBytes, (chunk + 1) * partBytes);
    part.set(chacha8(hash, nonce, new Uint8Array(partBytes)));
    nonce = part.slice(-nonceBytes);
  }
}
