import { createRequire } from 'node:module';
import type koffi from 'koffi';

/** A cache or a machine of the library: an address outside of JavaScript. */
export type Address = bigint;

/** What is used of librandomx, in its own words. */
export interface RandomxLibrary {
  /** What this processor can do: the flags that all other calls take. */
  flags(): number;
  /** 256 MB; undefined where there is no memory for it. */
  allocateCache(flags: number): Address | undefined;
  /** Fills a cache from a seed: seconds. */
  fillCache(cache: Address, seed: Buffer): void;
  releaseCache(cache: Address): void;
  /** Undefined where there is no memory for it, or compiled code may not run. */
  createMachine(flags: number, cache: Address): Address | undefined;
  destroyMachine(machine: Address): void;
  /** Tens of milliseconds. Both buffers belong to the caller and must stay where they are. */
  hash(machine: Address, input: Buffer, length: number, output: Buffer): void;
}

/** Programs are compiled before they run: three times as fast as interpreting them. */
export const compiled = 8;

/** Debian's package `librandomx0`, and what a build of one's own is called. */
const names = ['librandomx.so.0', 'librandomx.so'];

let loaded: RandomxLibrary | undefined;

/**
 * The library of RandomX on this machine.
 *
 * @throws Error where there is none, or nothing to call it with
 * @see https://github.com/tevador/RandomX/blob/v1.1.10/src/randomx.h
 */
export function loadRandomx(): RandomxLibrary {
  loaded ??= open();
  return loaded;
}

/** In words why RandomX cannot be verified on this machine; undefined where it can. */
export function randomxFault(load: () => unknown = loadRandomx): string | undefined {
  try {
    load();
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0];
  }
}

function open(): RandomxLibrary {
  // Not imported: a machine that it has no build for goes without RandomX, not without a pool.
  const ffi = createRequire(import.meta.url)('koffi') as typeof koffi;
  const library = find(ffi);
  const flags = library.func('int randomx_get_flags()');
  const allocateCache = library.func('void *randomx_alloc_cache(int)');
  const fillCache = library.func('void randomx_init_cache(void *, const void *, size_t)');
  const releaseCache = library.func('void randomx_release_cache(void *)');
  const createMachine = library.func('void *randomx_create_vm(int, void *, void *)');
  const destroyMachine = library.func('void randomx_destroy_vm(void *)');
  const hash = library.func('void randomx_calculate_hash(void *, const void *, size_t, void *)');
  return {
    flags: () => flags() as number,
    allocateCache: (given) => addressOf(allocateCache(given)),
    fillCache: (cache, seed) => void fillCache(cache, seed, seed.length),
    releaseCache: (cache) => void releaseCache(cache),
    createMachine: (given, cache) => addressOf(createMachine(given, cache, null)),
    destroyMachine: (machine) => void destroyMachine(machine),
    hash: (machine, input, length, output) => void hash(machine, input, length, output),
  };
}

function addressOf(pointer: unknown): Address | undefined {
  return typeof pointer === 'bigint' && pointer !== 0n ? pointer : undefined;
}

function find(ffi: typeof koffi): ReturnType<typeof koffi.load> {
  for (const name of names) {
    try {
      return ffi.load(name);
    } catch {
      // The next name may be there.
    }
  }
  throw new Error(`${names[0]} is not installed`);
}
