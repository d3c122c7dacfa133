import { hashingBlobBytesMax, type RandomxInput } from '@openlode/stratum/dialects/monero/jobs';
import type { Hasher } from './hasher.ts';
import { type Address, compiled, loadRandomx, type RandomxLibrary } from './randomx-library.ts';

const hashBytes = 32;

/** Words of the memory that the threads of a seed share: how far the cache is, and who uses it; behind them its address. */
const stateAt = 0;
const usersAt = 1;
const addressAt = 8;
const empty = 0;
const building = 1;
const built = 2;

/**
 * RandomX in light mode: a cache of 256 MB for a seed, which the first thread of it fills in some seconds and all threads of it use, and a
 * machine for each thread.
 *
 * @param seed in hex
 * @param shared of the threads of this seed
 * @throws Error where the library or the memory is missing
 */
export function openRandomx(
  seed: string,
  shared: SharedArrayBuffer,
  library: RandomxLibrary = loadRandomx(),
): Hasher {
  const words = new Int32Array(shared, 0, 2);
  Atomics.add(words, usersAt, 1);
  const cache = shareCache(library, Buffer.from(seed, 'hex'), shared);
  const machine = openMachine(library, cache);
  // Made once: the library reads and writes memory that must not move.
  const input = Buffer.alloc(hashingBlobBytesMax);
  const output = Buffer.alloc(hashBytes);
  const hash = (given: unknown): Uint8Array => {
    const { blob } = given as RandomxInput;
    if (blob.length > hashingBlobBytesMax)
      throw new RangeError(`a blob has at most ${hashingBlobBytesMax} bytes`);
    input.set(blob);
    library.hash(machine, input, blob.length, output);
    return new Uint8Array(output);
  };
  return Object.assign(hash, {
    close() {
      library.destroyMachine(machine);
      if (Atomics.sub(words, usersAt, 1) === 1) library.releaseCache(cache);
    },
  });
}

/** The cache of the seed: the first thread makes it, the others wait for it. */
function shareCache(library: RandomxLibrary, seed: Buffer, shared: SharedArrayBuffer): Address {
  const words = new Int32Array(shared, 0, 2);
  const address = new BigUint64Array(shared, addressAt, 1);
  for (;;) {
    const state = Atomics.compareExchange(words, stateAt, empty, building);
    if (state === built) return Atomics.load(address, 0);
    if (state === building) {
      Atomics.wait(words, stateAt, building);
      continue;
    }
    let next = empty;
    try {
      const cache = library.allocateCache(library.flags());
      if (cache === undefined) throw new Error('there is no memory for a cache of RandomX: 256 MB');
      library.fillCache(cache, seed);
      Atomics.store(address, 0, cache);
      next = built;
      return cache;
    } finally {
      Atomics.store(words, stateAt, next);
      Atomics.notify(words, stateAt);
    }
  }
}

/** A machine that compiles; one that interprets where compiled code may not run. */
function openMachine(library: RandomxLibrary, cache: Address): Address {
  const flags = library.flags();
  const machine = library.createMachine(flags, cache) ?? library.createMachine(flags & ~compiled, cache);
  if (machine === undefined) throw new Error('there is no memory for a machine of RandomX');
  return machine;
}
