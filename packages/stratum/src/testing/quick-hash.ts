import type { HashInto } from '../core/hash-into.ts';

/** A little-endian number as a float. */
export function numberOf(bytes: Uint8Array): number {
  let value = 0;
  for (let index = 31; index >= 0; index--) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

/** Whole numbers of 32 bits, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state);
  };
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Stands in for SHA-256d: every output is as likely as every other, and nothing else is asked of it here. */
export const quickHash: HashInto = (input, output) => {
  let [low, high] = [0x243f6a88, 0x85a308d3];
  for (const byte of input) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x5bd1e995) ^ (high >>> 15);
  }
  for (let word = 0; word < 8; word++) {
    const value = mix(mix(low + Math.imul(word, 0x9e3779b9)) ^ mix(high ^ Math.imul(word + 1, 0x7f4a7c15)));
    output[word * 4] = value;
    output[word * 4 + 1] = value >>> 8;
    output[word * 4 + 2] = value >>> 16;
    output[word * 4 + 3] = value >>> 24;
  }
};
