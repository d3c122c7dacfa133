// FishHash (Iron Fish) and FishHash+ (Karlsen): an Ethash-like walk over a dataset that never changes.
import { fnv1, items, makeItems, wanted } from './light-cache';

const rounds: u32 = 32;
const mix: usize = memory.data(128);

function word(at: usize): u32 {
  return load<u32>(mix + (at << 2));
}

function group(nth: usize): u32 {
  return word(4 * nth) ^ word(4 * nth + 1) ^ word(4 * nth + 2) ^ word(4 * nth + 3);
}

function want(nth: usize, page: u32): void {
  store<u32>(wanted + (nth << 3), page * 2);
  store<u32>(wanted + (nth << 3) + 4, page * 2 + 1);
}

/**
 * @param seed address of 64 bytes
 * @param pages dataset items of 128 bytes
 * @param isPlus whether the pages are chosen as FishHash+ does
 * @param output address of 32 bytes
 */
export function fishhash(seed: usize, pages: u32, isPlus: bool, output: usize): void {
  memory.copy(mix, seed, 64);
  memory.copy(mix + 64, seed, 64);
  for (let round: u32 = 0; round < rounds; round++) {
    if (isPlus) {
      want(0, (group(0) ^ group(3) ^ group(6)) % pages);
      want(1, (group(1) ^ group(4) ^ group(7)) % pages);
      want(2, (group(2) ^ group(5) ^ round) % pages);
    } else {
      want(0, word(0) % pages);
      want(1, word(4) % pages);
      want(2, word(8) % pages);
    }
    makeItems(6);
    for (let at: usize = 0; at < 128; at += 4) {
      const own = load<u32>(mix + at);
      store<u32>(items + 128 + at, fnv1(own, load<u32>(items + 128 + at)));
      store<u32>(items + 256 + at, own ^ load<u32>(items + 256 + at));
    }
    for (let at: usize = 0; at < 128; at += 8)
      store<u64>(mix + at, load<u64>(items + at) * load<u64>(items + 128 + at) + load<u64>(items + 256 + at));
  }
  for (let at: usize = 0; at < 8; at++)
    store<u32>(
      output + (at << 2),
      fnv1(fnv1(fnv1(word(4 * at), word(4 * at + 1)), word(4 * at + 2)), word(4 * at + 3)),
    );
}
