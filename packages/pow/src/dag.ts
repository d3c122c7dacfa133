import type { DagSizes } from './dag-sizes.ts';

/** What `dag.wasm` exports. An instance is made by the caller: this package reads no files. */
export interface DagExports {
  readonly memory: { readonly buffer: ArrayBufferLike };
  inputAddress(): number;
  outputAddress(): number;
  buildCache(seed: number, items: number, parents: number): void;
  fillL1(): void;
  ethash(header: number, nonce: bigint, pages: number, output: number): void;
  ethashFinal(header: number, nonce: bigint, mix: number, output: number): void;
  kawpow(header: number, nonce: bigint, height: number, pages: number, output: number): void;
  kawpowFinal(header: number, nonce: bigint, mix: number, output: number): void;
  octopus(header: number, nonce: bigint, pages: number, output: number): void;
  fishhash(seed: number, pages: number, isPlus: number, output: number): void;
}

/** What Ethash and KawPow give. Both most significant byte first. */
export interface MixAndHash {
  readonly mix: Uint8Array;
  readonly hash: Uint8Array;
}

/**
 * The algorithms that walk over a dataset, on the light cache of one epoch. Headers and mixes are 32 bytes as printed,
 * nonces 64 bits.
 *
 * A miner of Ethash or KawPow sends its mix. `ethashFinal` and `kawpowFinal` tell in microseconds what hash that mix
 * would give: refuse a share that misses its target already so. A share that meets it must still be computed, and its
 * mix compared: mixes that give low hashes are cheap to find.
 */
export interface Dag {
  ethash(header: Uint8Array, nonce: bigint): MixAndHash;
  ethashFinal(header: Uint8Array, nonce: bigint, mix: Uint8Array): Uint8Array;
  kawpow(header: Uint8Array, nonce: bigint, height: number): MixAndHash;
  kawpowFinal(header: Uint8Array, nonce: bigint, mix: Uint8Array): Uint8Array;
  octopus(header: Uint8Array, nonce: bigint): Uint8Array;
  /** @param seed 64 bytes */
  fishhash(seed: Uint8Array, kind: 'fishhash' | 'fishhash+'): Uint8Array;
}

/**
 * Builds the light cache of an epoch: 16 to 110 MB, half a second to four seconds of the calling thread.
 *
 * @param wasm a fresh instance: it holds one epoch for good
 */
export function openDag(wasm: DagExports, sizes: DagSizes): Dag {
  const input = wasm.inputAddress();
  const claimed = input + 64;
  const output = wasm.outputAddress();
  // The buffer changes whenever the memory grows: look it up each time.
  const write = (address: number, bytes: Uint8Array): void =>
    new Uint8Array(wasm.memory.buffer).set(bytes, address);
  const read = (offset = 0): Uint8Array =>
    new Uint8Array(wasm.memory.buffer).slice(output + offset, output + offset + 32);
  write(input, sizes.seed);
  wasm.buildCache(input, sizes.cacheItems, sizes.parents);
  let hasL1 = false;

  return {
    ethash(header, nonce) {
      write(input, header);
      wasm.ethash(input, nonce, sizes.pages, output);
      return { mix: read(), hash: read(32) };
    },
    ethashFinal(header, nonce, mix) {
      write(input, header);
      write(claimed, mix);
      wasm.ethashFinal(input, nonce, claimed, output);
      return read();
    },
    kawpow(header, nonce, height) {
      if (!hasL1) wasm.fillL1();
      hasL1 = true;
      write(input, header);
      wasm.kawpow(input, nonce, height, sizes.pages, output);
      return { mix: read(), hash: read(32) };
    },
    kawpowFinal(header, nonce, mix) {
      write(input, header);
      write(claimed, mix);
      wasm.kawpowFinal(input, nonce, claimed, output);
      return read();
    },
    octopus(header, nonce) {
      write(input, header);
      wasm.octopus(input, nonce, sizes.pages, output);
      return read();
    },
    fishhash(seed, kind) {
      write(input, seed);
      wasm.fishhash(input, sizes.pages, kind === 'fishhash' ? 0 : 1, output);
      return read();
    },
  };
}
