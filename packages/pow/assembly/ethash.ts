// Ethash (and Etchash, which differs in its epochs alone): Ethereum Yellow Paper, appendix J.
import { keccak256, keccak512 } from './keccak';
import { fnv1, items, makeItems, wanted } from './light-cache';

const accesses: u32 = 64;
const seed: usize = memory.data(96);
const mix: usize = memory.data(128);

/**
 * @param header address of the 32-byte header hash
 * @param pages dataset items of 128 bytes
 * @param output address of 64 bytes: mix hash and final hash
 */
export function ethash(header: usize, nonce: u64, pages: u32, output: usize): void {
  memory.copy(seed, header, 32);
  store<u64>(seed + 32, nonce);
  keccak512(seed, seed, 40);
  const first = load<u32>(seed);
  memory.copy(mix, seed, 64);
  memory.copy(mix + 64, seed, 64);
  for (let access: u32 = 0; access < accesses; access++) {
    const page = fnv1(access ^ first, load<u32>(mix + ((<usize>access & 31) << 2))) % pages;
    store<u32>(wanted, page * 2);
    store<u32>(wanted + 4, page * 2 + 1);
    makeItems(2);
    for (let at: usize = 0; at < 128; at += 4)
      store<u32>(mix + at, fnv1(load<u32>(mix + at), load<u32>(items + at)));
  }
  for (let at: usize = 0; at < 32; at += 4) {
    const from = mix + (at << 2);
    const folded = fnv1(
      fnv1(fnv1(load<u32>(from), load<u32>(from + 4)), load<u32>(from + 8)),
      load<u32>(from + 12),
    );
    store<u32>(output + at, folded);
  }
  memory.copy(seed + 64, output, 32);
  keccak256(output + 32, seed, 96);
}

/** The final hash that a miner's word about the mix would give: cheap, and proves nothing about the mix itself. */
export function ethashFinal(header: usize, nonce: u64, claimedMix: usize, output: usize): void {
  memory.copy(seed, header, 32);
  store<u64>(seed + 32, nonce);
  keccak512(seed, seed, 40);
  memory.copy(seed + 64, claimedMix, 32);
  keccak256(output, seed, 96);
}
