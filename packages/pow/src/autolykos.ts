import { createBLAKE2b } from 'hash-wasm';
import { fromBigEndian } from './integers.ts';

const firstGrowth = 614_400;
const growthPeriod = 51_200;
const lastGrowth = 4_198_400;
const elementsPerSum = 32;

/** The 1,024 numbers that pad every element, eight bytes each, most significant first. */
const padding = (() => {
  const bytes = new Uint8Array(8_192);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < 1_024; index++) view.setUint32(8 * index + 4, index);
  return bytes;
})();

/**
 * The size of the table at a height: 2^26 elements, a twentieth more (cut to whole numbers) with every period from 614,400 on, frozen at 4,198,400.
 *
 * @see Ergo, AutolykosPowScheme `calcN`
 */
export function tableSize(height: number): number {
  let size = 2 ** 26;
  if (height < firstGrowth) return size;
  const periods = Math.floor((Math.min(height, lastGrowth) - firstGrowth) / growthPeriod) + 1;
  for (let period = 0; period < periods; period++) size = Math.floor(size / 100) * 105;
  return size;
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Hashes shares of Ergo. */
export interface AutolykosHasher {
  /**
   * Ergo's proof of work, Autolykos version 2: half a millisecond, no table is kept.
   *
   * @param message 32 bytes of the job: the hash of the header without its proof
   * @param nonce eight bytes as sent: extranonce and the miner's part
   * @param height of the block that is worked on
   * @returns 32 bytes, most significant first; valid where **below** the target
   */
  hash(message: Uint8Array, nonce: Uint8Array, height: number): Uint8Array;
}

/**
 * Makes a hasher. It keeps BLAKE2b compiled: pure JavaScript takes sixteen times as long for the 33 hashes of eight kilobytes.
 *
 * @see Ergo, "Autolykos: the Ergo platform PoW puzzle", version 2
 */
export async function createAutolykosHasher(): Promise<AutolykosHasher> {
  const blake2b = await createBLAKE2b(256);
  const digest = (...parts: readonly Uint8Array[]): Uint8Array => {
    blake2b.init();
    for (const part of parts) blake2b.update(part);
    return blake2b.digest('binary');
  };
  return {
    hash(message, nonce, height) {
      const size = tableSize(height);
      const heightBytes = u32(height);
      const elementOf = (index: number): Uint8Array => digest(u32(index), heightBytes, padding).subarray(1);
      const first = Number(fromBigEndian(digest(message, nonce).subarray(24)) % BigInt(size));
      const seed = digest(elementOf(first), message, nonce);
      const wrapped = new DataView(new ArrayBuffer(36));
      for (let at = 0; at < 36; at++) wrapped.setUint8(at, seed[at % 32] ?? 0);
      let sum = 0n;
      for (let at = 0; at < elementsPerSum; at++)
        sum += fromBigEndian(elementOf(wrapped.getUint32(at) % size));
      const total = new Uint8Array(32);
      for (let at = 31; at >= 0; at--, sum >>= 8n) total[at] = Number(sum & 255n);
      return digest(total);
    },
  };
}
