// Grøstl-256 (Gauravaram and others, SHA-3 finalist).
import { double, substitute } from '../aes';

const chain: usize = memory.data(64);
const p: usize = memory.data(64);
const q: usize = memory.data(64);
const moved: usize = memory.data(64);
const block: usize = memory.data(64);
/** How far the rows turn in the two permutations. */
const turns: usize = memory.data<u8>([0, 1, 2, 3, 4, 5, 6, 7, 1, 3, 5, 7, 0, 2, 4, 6]);

/** A column times the circulant matrix (2, 2, 3, 4, 5, 3, 5, 7). */
function mixColumn(to: usize, from: usize): void {
  for (let row: usize = 0; row < 8; row++) {
    let once: u8 = 0;
    let twice: u8 = 0;
    let fourfold: u8 = 0;
    for (let nth: usize = 0; nth < 8; nth++) {
      const byte = load<u8>(from + ((row + nth) & 7));
      // 2, 2, 3, 4, 5, 3, 5, 7 as sums of 1, 2 and 4.
      if ((0b11110100 >> <u8>nth) & 1) once ^= byte;
      if ((0b10100111 >> <u8>nth) & 1) twice ^= byte;
      if ((0b11011000 >> <u8>nth) & 1) fourfold ^= byte;
    }
    store<u8>(to + row, once ^ double(twice) ^ double(double(fourfold)));
  }
}

function permute(state: usize, isQ: bool): void {
  const rowTurns = turns + (isQ ? 8 : 0);
  for (let round: u8 = 0; round < 10; round++) {
    for (let column: usize = 0; column < 8; column++) {
      const at = state + (column << 3);
      const constant = ((<u8>column) << 4) ^ round;
      if (isQ) {
        store<u64>(at, ~load<u64>(at));
        store<u8>(at + 7, load<u8>(at + 7) ^ constant);
      } else {
        store<u8>(at, load<u8>(at) ^ constant);
      }
    }
    for (let column: usize = 0; column < 8; column++)
      for (let row: usize = 0; row < 8; row++) {
        const from = (column + load<u8>(rowTurns + row)) & 7;
        store<u8>(moved + (column << 3) + row, substitute(load<u8>(state + (from << 3) + row)));
      }
    for (let column: usize = 0; column < 8; column++) mixColumn(state + (column << 3), moved + (column << 3));
  }
}

function compress(from: usize): void {
  for (let at: usize = 0; at < 64; at += 8) {
    store<u64>(p + at, load<u64>(chain + at) ^ load<u64>(from + at));
    store<u64>(q + at, load<u64>(from + at));
  }
  permute(p, false);
  permute(q, true);
  for (let at: usize = 0; at < 64; at += 8)
    store<u64>(chain + at, load<u64>(chain + at) ^ load<u64>(p + at) ^ load<u64>(q + at));
}

/** 32 bytes from a message whose last block has room for the padding. */
export function groestl256(output: usize, input: usize, bytes: usize): void {
  memory.fill(chain, 0, 64);
  store<u8>(chain + 62, 1);
  let at: usize = 0;
  for (; at + 64 <= bytes; at += 64) compress(input + at);
  memory.fill(block, 0, 64);
  memory.copy(block, input + at, bytes - at);
  store<u8>(block + bytes - at, 0x80);
  store<u64>(block + 56, bswap<u64>(<u64>(at >> 6) + 1));
  compress(block);
  memory.copy(p, chain, 64);
  permute(p, false);
  for (let nth: usize = 0; nth < 32; nth += 8)
    store<u64>(output + nth, load<u64>(p + 32 + nth) ^ load<u64>(chain + 32 + nth));
}
