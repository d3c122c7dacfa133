import { createRequire } from 'node:module';

const LIBRARY = 'librandomx.so.0';
const HASH_BYTES = 32;
/** Longer than any blob of a job. */
const BLOB_BYTES_MAX = 512;

/** What is used of koffi, which the pool has. */
interface Ffi {
  load(name: string): { func(signature: string): (...args: readonly unknown[]) => unknown };
}

/** Hashes of one seed, on a cache of 256 MB. */
export interface RandomxSeed {
  hash(blob: Buffer): Buffer;
  close(): void;
}

/**
 * The library that Debian calls `librandomx0`, apart from the pool's own use of it: a miner that hashed as the verifier does would agree
 * with its mistakes.
 *
 * @throws Error where it is not installed
 */
export function loadRandomx(): (seed: string) => RandomxSeed {
  const ffi = createRequire(import.meta.url)('koffi') as Ffi;
  const library = ffi.load(LIBRARY);
  const flags = library.func('int randomx_get_flags()')() as number;
  const allocateCache = library.func('void *randomx_alloc_cache(int)');
  const fillCache = library.func('void randomx_init_cache(void *, const void *, size_t)');
  const releaseCache = library.func('void randomx_release_cache(void *)');
  const createMachine = library.func('void *randomx_create_vm(int, void *, void *)');
  const destroyMachine = library.func('void randomx_destroy_vm(void *)');
  const calculate = library.func('void randomx_calculate_hash(void *, const void *, size_t, void *)');
  return (seed) => {
    const cache: unknown = allocateCache(flags);
    if (cache === null) throw new Error('there is no memory for a cache of RandomX: 256 MB');
    const key = Buffer.from(seed, 'hex');
    fillCache(cache, key, key.length);
    const machine: unknown = createMachine(flags, cache, null);
    if (machine === null) throw new Error('there is no memory for a machine of RandomX');
    // Made once: the library reads and writes memory that must not move.
    const input = Buffer.alloc(BLOB_BYTES_MAX);
    const output = Buffer.alloc(HASH_BYTES);
    return {
      hash(blob) {
        blob.copy(input);
        calculate(machine, input, blob.length, output);
        return Buffer.from(output);
      },
      close() {
        destroyMachine(machine);
        releaseCache(cache);
      },
    };
  };
}
