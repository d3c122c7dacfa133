// The light cache that Ethash and its relatives share: a dataset item is computed from it whenever one is needed.
import { keccak512 } from './keccak';

const itemBytes: usize = 64;
const prime: u32 = 0x01000193;

/** At most this many dataset items are computed side by side, so that one waits for memory while the others work. */
export const mostItems: i32 = 6;
/** The numbers of the items asked for, four bytes each. */
export const wanted: usize = memory.data(4 * 6);
/** The items, 64 bytes each. */
export const items: usize = memory.data(64 * 6);

let cache: usize = 0;
let cacheItems: u32 = 0;
let parents: u32 = 256;

/** FNV-1 as Ethash defines it: multiplied first. */
export function fnv1(a: u32, b: u32): u32 {
  return (a * prime) ^ b;
}

/**
 * Builds the cache: seconds. Call once in an instance.
 *
 * @param seed address of 32 bytes
 * @param count items of 64 bytes
 * @param parentsOfItem 256 for Ethash and Octopus, 512 for KawPow and FishHash
 */
export function buildCache(seed: usize, count: u32, parentsOfItem: u32): void {
  cacheItems = count;
  parents = parentsOfItem;
  cache = (heap.alloc(<usize>count * itemBytes + 64) + 63) & ~63;
  keccak512(cache, seed, 32);
  for (let index: usize = 1; index < <usize>count; index++) {
    const at = cache + index * itemBytes;
    keccak512(at, at - itemBytes, itemBytes);
  }
  for (let round = 0; round < 3; round++) mixCache();
}

function mixCache(): void {
  const count = <usize>cacheItems;
  for (let index: usize = 0; index < count; index++) {
    const at = cache + index * itemBytes;
    const before = cache + (index === 0 ? count - 1 : index - 1) * itemBytes;
    const other = cache + <usize>(load<u32>(at) % cacheItems) * itemBytes;
    for (let part: usize = 0; part < itemBytes; part += 16)
      v128.store(items + part, v128.xor(v128.load(before + part), v128.load(other + part)));
    keccak512(at, items, itemBytes);
  }
}

/** Computes `count` dataset items whose numbers stand in {@link wanted}. */
export function makeItems(count: i32): void {
  for (let nth = 0; nth < count; nth++) {
    const number = load<u32>(wanted + ((<usize>nth) << 2));
    const item = items + ((<usize>nth) << 6);
    memory.copy(item, cache + <usize>(number % cacheItems) * itemBytes, itemBytes);
    store<u32>(item, load<u32>(item) ^ number);
    keccak512(item, item, itemBytes);
  }
  const primes = i32x4.splat(prime);
  for (let step: u32 = 0; step < parents; step++) {
    const word = (<usize>step & 15) << 2;
    for (let nth = 0; nth < count; nth++) {
      const item = items + ((<usize>nth) << 6);
      const number = load<u32>(wanted + ((<usize>nth) << 2));
      const parent = cache + <usize>(fnv1(number ^ step, load<u32>(item + word)) % cacheItems) * itemBytes;
      v128.store(item, v128.xor(i32x4.mul(v128.load(item), primes), v128.load(parent)));
      v128.store(item, v128.xor(i32x4.mul(v128.load(item, 16), primes), v128.load(parent, 16)), 16);
      v128.store(item, v128.xor(i32x4.mul(v128.load(item, 32), primes), v128.load(parent, 32)), 32);
      v128.store(item, v128.xor(i32x4.mul(v128.load(item, 48), primes), v128.load(parent, 48)), 48);
    }
  }
  for (let nth = 0; nth < count; nth++) {
    const item = items + ((<usize>nth) << 6);
    keccak512(item, item, itemBytes);
  }
}
