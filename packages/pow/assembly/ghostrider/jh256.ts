// JH-256 (Wu, SHA-3 finalist), nibble by nibble as its specification has it.

const rounds = 42;
const chain: usize = memory.data(128);
const block: usize = memory.data(64);
/** 256 elements of four bits, a byte each; and room to move them. */
const elements: usize = memory.data(256);
const moved: usize = memory.data(256);
const constant: usize = memory.data(64);
const firstConstant: usize = memory.data<u8>([
  0x6, 0xa, 0x0, 0x9, 0xe, 0x6, 0x6, 0x7, 0xf, 0x3, 0xb, 0xc, 0xc, 0x9, 0x0, 0x8, 0xb, 0x2, 0xf, 0xb, 0x1,
  0x3, 0x6, 0x6, 0xe, 0xa, 0x9, 0x5, 0x7, 0xd, 0x3, 0xe, 0x3, 0xa, 0xd, 0xe, 0xc, 0x1, 0x7, 0x5, 0x1, 0x2,
  0x7, 0x7, 0x5, 0x0, 0x9, 0x9, 0xd, 0xa, 0x2, 0xf, 0x5, 0x9, 0x0, 0xb, 0x0, 0x6, 0x6, 0x7, 0x3, 0x2, 0x2,
  0xa,
]);
const boxes: usize = memory.data<u8>([
  9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14, 3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8,
]);

/** Multiplies by x in the field of 16 elements. */
function double(nibble: u8): u8 {
  return ((nibble << 1) ^ (nibble >> 3) ^ ((nibble >> 2) & 2)) & 15;
}

/** Mixes pairs of `moved` and permutes them into `to`: the linear part of a round over `count` elements. */
function diffuse(to: usize, count: usize): void {
  for (let at: usize = 0; at < count; at += 2) {
    const b = load<u8>(moved + at + 1) ^ double(load<u8>(moved + at));
    store<u8>(moved + at, load<u8>(moved + at) ^ double(b));
    store<u8>(moved + at + 1, b);
  }
  const half = count >> 1;
  for (let at: usize = 0; at < half; at++) {
    // Every second pair is swapped before the even and the odd elements part, the odd half by pairs after.
    const pair = at & 1;
    store<u8>(to + at, load<u8>(moved + 2 * at + pair));
    store<u8>(to + half + (at ^ 1), load<u8>(moved + 2 * at + 1 - pair));
  }
}

function runRound(): void {
  for (let at: usize = 0; at < 256; at++) {
    const bit = (load<u8>(constant + (at >> 2)) >> <u8>(3 - (at & 3))) & 1;
    store<u8>(moved + at, load<u8>(boxes + ((<usize>bit) << 4) + load<u8>(elements + at)));
  }
  diffuse(elements, 256);
  for (let at: usize = 0; at < 64; at++) store<u8>(moved + at, load<u8>(boxes + load<u8>(constant + at)));
  diffuse(constant, 64);
}

function bitOf(nth: usize): u8 {
  return (load<u8>(chain + (nth >> 3)) >> <u8>(7 - (nth & 7))) & 1;
}

function permute(): void {
  memory.copy(constant, firstConstant, 64);
  for (let at: usize = 0; at < 256; at++) {
    const element = (bitOf(at) << 3) | (bitOf(at + 256) << 2) | (bitOf(at + 512) << 1) | bitOf(at + 768);
    store<u8>(elements + (at < 128 ? 2 * at : 2 * (at - 128) + 1), element);
  }
  for (let round = 0; round < rounds; round++) runRound();
  memory.fill(chain, 0, 128);
  for (let at: usize = 0; at < 256; at++) {
    const element = load<u8>(elements + (at < 128 ? 2 * at : 2 * (at - 128) + 1));
    for (let row: usize = 0; row < 4; row++) {
      const to = chain + 32 * row + (at >> 3);
      store<u8>(to, load<u8>(to) | (((element >> <u8>(3 - row)) & 1) << (<u8>(7 - (at & 7)))));
    }
  }
}

function compress(from: usize): void {
  for (let at: usize = 0; at < 64; at += 8)
    store<u64>(chain + at, load<u64>(chain + at) ^ load<u64>(from + at));
  permute();
  for (let at: usize = 64; at < 128; at += 8)
    store<u64>(chain + at, load<u64>(chain + at) ^ load<u64>(from + at - 64));
}

/** 32 bytes from a message that does not end with a whole block of 64 bytes. */
export function jh256(output: usize, input: usize, bytes: usize): void {
  memory.fill(chain, 0, 128);
  store<u8>(chain, 1);
  memory.fill(block, 0, 64);
  compress(block);
  let at: usize = 0;
  for (; at + 64 <= bytes; at += 64) compress(input + at);
  memory.copy(block, input + at, bytes - at);
  store<u8>(block + bytes - at, 0x80);
  compress(block);
  memory.fill(block, 0, 64);
  store<u64>(block + 56, bswap<u64>((<u64>bytes) << 3));
  compress(block);
  memory.copy(output, chain + 96, 32);
}
