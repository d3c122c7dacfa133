// Fugue-512 (Halevi, Hall and Jutla, SHA-3 candidate of the second round).
import { double, substitute } from '../aes';

const columns: usize = 36;
const start: usize = memory.data<u32>([
  0x8807a57e, 0xe616af75, 0xc5d3e4db, 0xac9ab027, 0xd915f117, 0xb6eecc54, 0x06e8020b, 0x4a92efd1, 0xaac6e2c9,
  0xddb21398, 0xcae65838, 0x437f203f, 0x25ea78e7, 0x951fddd6, 0xda6ed11d, 0xe13e3567,
]);
const outputs: usize = memory.data<u8>([1, 2, 3, 4, 9, 10, 11, 12, 18, 19, 20, 21, 27, 28, 29, 30]);
/** The columns that the last rounds add the first column to, and how far they turn the state then. */
const lastRounds: usize = memory.data<u8>([
  4, 9, 18, 27, 9, 4, 10, 18, 27, 9, 4, 10, 19, 27, 9, 4, 10, 19, 28, 8,
]);

/** The state as a ring: turning it moves its beginning. */
const ring: usize = memory.data(4 * 36);
let first: usize = 0;

function at(column: usize): usize {
  return ring + (((first + column) % columns) << 2);
}

function add(to: usize, from: usize): void {
  store<u32>(at(to), load<u32>(at(to)) ^ load<u32>(at(from)));
}

function turn(by: usize): void {
  first = (first + columns - by) % columns;
}

/** A byte of the substituted matrix times 1, 1, 7 and 4, the products turned by `row` bytes. */
function product(word: u32, row: u32): u32 {
  const byte = substitute(<u8>(word >> (24 - 8 * row)));
  const twice = double(byte);
  const fourfold = double(twice);
  const sevenfold = byte ^ twice ^ fourfold;
  const made = ((<u32>byte) << 24) | ((<u32>byte) << 16) | ((<u32>sevenfold) << 8) | <u32>fourfold;
  return rotr<u32>(made, 8 * row);
}

const byColumn: usize = memory.data(16);
const byRow: usize = memory.data(16);

/** Substitutes and mixes the first four columns, a matrix of 4 × 4 bytes, as a whole. */
function superMix(): void {
  memory.fill(byColumn, 0, 16);
  memory.fill(byRow, 0, 16);
  for (let column: u32 = 0; column < 4; column++) {
    const word = load<u32>(at(column));
    for (let row: u32 = 0; row < 4; row++) {
      const made = product(word, row);
      const c = byColumn + ((<usize>column) << 2);
      store<u32>(c, load<u32>(c) ^ made);
      if (row === column) continue;
      const r = byRow + ((<usize>row) << 2);
      store<u32>(r, load<u32>(r) ^ made);
    }
  }
  for (let column: u32 = 0; column < 4; column++) {
    let word: u32 = 0;
    for (let row: u32 = 0; row < 4; row++) {
      const mask: u32 = 0xff000000 >> (8 * row);
      const own = load<u32>(byColumn + ((<usize>((column + row) & 3)) << 2));
      const turned = rotl<u32>(load<u32>(byRow + ((<usize>row) << 2)), 8 * column);
      word |= (own ^ turned) & mask;
    }
    store<u32>(at(column), word);
  }
}

function subRound(): void {
  turn(3);
  add(0, 4);
  add(1, 5);
  add(2, 6);
  add(18, 4);
  add(19, 5);
  add(20, 6);
  superMix();
}

function absorb(word: u32): void {
  add(22, 0);
  store<u32>(at(0), word);
  add(8, 0);
  add(1, 24);
  add(4, 27);
  add(7, 30);
  for (let round = 0; round < 4; round++) subRound();
}

/** 64 bytes from a message of whole words of four bytes. */
export function fugue512(output: usize, input: usize, bytes: usize): void {
  first = 0;
  memory.fill(ring, 0, 80);
  memory.copy(ring + 80, start, 64);
  for (let from: usize = 0; from < bytes; from += 4) absorb(bswap<u32>(load<u32>(input + from)));
  absorb(0);
  absorb((<u32>bytes) << 3);
  for (let round = 0; round < 32; round++) subRound();
  for (let round = 0; round < 13; round++) {
    for (let step: usize = 0; step < 20; step += 5) {
      for (let nth: usize = 0; nth < 4; nth++) add(load<u8>(lastRounds + step + nth), 0);
      turn(load<u8>(lastRounds + step + 4));
      superMix();
    }
  }
  for (let nth: usize = 0; nth < 4; nth++) add(load<u8>(lastRounds + nth), 0);
  for (let nth: usize = 0; nth < 16; nth++)
    store<u32>(output + (nth << 2), bswap<u32>(load<u32>(at(load<u8>(outputs + nth)))));
}
