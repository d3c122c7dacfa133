import { blake256, blake512 } from '@noble/hashes/blake1.js';
import { keccak_512 } from '@noble/hashes/sha3.js';
import { createWhirlpool } from 'hash-wasm';
import bmw from 'x11-hash-js/lib/bmw.js';
import cubehash from 'x11-hash-js/lib/cubehash.js';
import echo from 'x11-hash-js/lib/echo.js';
import groestl from 'x11-hash-js/lib/groestl.js';
import jh from 'x11-hash-js/lib/jh.js';
import luffa from 'x11-hash-js/lib/luffa.js';
import shavite from 'x11-hash-js/lib/shavite.js';
import simd from 'x11-hash-js/lib/simd.js';
import skein from 'x11-hash-js/lib/skein.js';
import { reversed } from './integers.ts';

/** What `ghostrider.wasm` exports. An instance is made by the caller: this package reads no files. */
export interface GhostriderExports {
  readonly memory: { readonly buffer: ArrayBufferLike };
  inputAddress(): number;
  outputAddress(): number;
  cryptonight(input: number, inputBytes: number, padBytes: number, mask: number, steps: number): number;
  fugue512(output: number, input: number, bytes: number): void;
  groestl256(output: number, input: number, bytes: number): void;
  hamsi512(output: number, input: number, bytes: number): void;
  jh256(output: number, input: number, bytes: number): void;
  shabal512(output: number, input: number, bytes: number): void;
  skein256(output: number, input: number, bytes: number): void;
}

/** A step of the chain: 80 or 64 bytes to 64. */
export type Hash = (message: Uint8Array) => Uint8Array;

/** The hashes in the order of their numbers. */
export interface GhostriderHashes {
  readonly core: Readonly<Record<string, Hash>>;
  readonly cryptonight: Readonly<Record<string, Hash>>;
}

/** Sizes of the CryptoNight variants: bytes of the pad, addresses visited, steps. */
const variants = {
  cn_dark: [524_288, 0x7fff0, 131_072],
  cn_darklite: [524_288, 0x3fff0, 131_072],
  cn_fast: [2_097_152, 0x1ffff0, 262_144],
  cn_lite: [1_048_576, 0xffff0, 262_144],
  cn_turtle: [262_144, 0x3fff0, 65_536],
  cn_turtlelite: [262_144, 0x1fff0, 65_536],
} as const;

/** x11-hash-js takes and gives arrays of bytes where both formats are 1. */
function ofBytes(hash: (message: number[], from: 1, to: 1) => number[]): Hash {
  return (message) => Uint8Array.from(hash([...message], 1, 1));
}

/** The two kinds of hashes that GhostRider draws from, on one instance of the module. */
export async function createGhostriderHashes(wasm: GhostriderExports): Promise<GhostriderHashes> {
  const input = wasm.inputAddress();
  const output = wasm.outputAddress();
  const bytes = (): Uint8Array => new Uint8Array(wasm.memory.buffer);
  const inModule =
    (
      hash: 'fugue512' | 'groestl256' | 'hamsi512' | 'jh256' | 'shabal512' | 'skein256',
      length: 32 | 64,
    ): Hash =>
    (message) => {
      bytes().set(message, input);
      wasm[hash](output, input, message.length);
      return bytes().slice(output, output + length);
    };
  const whirlpool = await createWhirlpool();
  const last: readonly Hash[] = [
    (state) => blake256(state),
    inModule('groestl256', 32),
    inModule('jh256', 32),
    inModule('skein256', 32),
  ];
  const cryptonight =
    ([padBytes, mask, steps]: readonly [number, number, number]): Hash =>
    (message) => {
      bytes().set(message, input);
      const address = wasm.cryptonight(input, message.length, padBytes, mask, steps);
      const state = bytes().slice(address, address + 200);
      const padded = new Uint8Array(64);
      padded.set(last[(state[0] ?? 0) & 3]?.(state) ?? []);
      return padded;
    };
  return {
    core: {
      blake512: (message) => blake512(message),
      bmw512: ofBytes(bmw),
      groestl512: ofBytes(groestl),
      jh512: ofBytes(jh),
      keccak512: (message) => keccak_512(message),
      skein512: ofBytes(skein),
      luffa512: ofBytes(luffa),
      cubehash512: ofBytes(cubehash),
      shavite512: ofBytes(shavite),
      simd512: ofBytes(simd),
      echo512: ofBytes(echo),
      hamsi512: inModule('hamsi512', 64),
      fugue512: inModule('fugue512', 64),
      shabal512: inModule('shabal512', 64),
      whirlpool: (message) => whirlpool.init().update(message).digest('binary'),
    },
    cryptonight: Object.fromEntries(
      Object.entries(variants).map(([name, variant]) => [name, cryptonight(variant)]),
    ),
  };
}

/** Numbers below `count` in the order in which the nibbles first name them, the unnamed ones after. */
function orderOf(nibbles: readonly number[], count: number): number[] {
  const named = new Set(nibbles.map((nibble) => nibble % count));
  for (let number = 0; number < count; number++) named.add(number);
  return [...named];
}

/** Hashes shares of Raptoreum. */
export interface GhostriderHasher {
  /**
   * Raptoreum's proof of work: fifteen hashes and three CryptoNight walks in the order that the previous block's hash sets. About 50 ms.
   *
   * @param header 80 bytes
   * @returns 32 bytes, most significant first
   * @see Raptoreum, "GhostRider: the next chapter in mining"
   */
  hash(header: Uint8Array): Uint8Array;
}

/** Makes a hasher around one pad of 2 MiB. It is not shared between threads. */
export async function createGhostriderHasher(wasm: GhostriderExports): Promise<GhostriderHasher> {
  const hashes = await createGhostriderHashes(wasm);
  const core = Object.values(hashes.core);
  const cryptonight = Object.values(hashes.cryptonight);
  return {
    hash(header) {
      const nibbles = [...header.subarray(4, 36)].flatMap((byte) => [byte & 15, byte >> 4]);
      const coreOrder = orderOf(nibbles, core.length);
      const cryptonightOrder = orderOf(nibbles, cryptonight.length);
      let message = header;
      for (let part = 0; part < 3; part++) {
        for (const nth of coreOrder.slice(5 * part, 5 * part + 5)) message = core[nth]?.(message) ?? message;
        message = cryptonight[cryptonightOrder[part] ?? 0]?.(message) ?? message;
      }
      return reversed(message.subarray(0, 32));
    },
  };
}
