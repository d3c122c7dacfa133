// Skein-512-256 (Ferguson and others, SHA-3 finalist): 32 bytes from Threefish with 512-bit blocks.

const turns: usize = memory.data<u8>([
  46, 36, 19, 37, 33, 27, 14, 42, 17, 49, 36, 39, 44, 9, 54, 56, 39, 30, 34, 24, 13, 50, 10, 17, 25, 29, 39,
  43, 8, 35, 56, 22,
]);
const moves: usize = memory.data<u8>([2, 1, 4, 7, 6, 5, 0, 3]);
const parity: u64 = 0x1bd11bdaa9fc1a22;

const typeOfConfiguration: u64 = 4;
const typeOfMessage: u64 = 48;
const typeOfOutput: u64 = 63;

const chain: usize = memory.data(72);
const tweak: usize = memory.data(24);
const state: usize = memory.data(64);
const moved: usize = memory.data(64);
const block: usize = memory.data(64);

function addKey(subkey: usize): void {
  for (let word: usize = 0; word < 8; word++) {
    let key = load<u64>(chain + (((subkey + word) % 9) << 3));
    if (word === 5) key += load<u64>(tweak + ((subkey % 3) << 3));
    if (word === 6) key += load<u64>(tweak + (((subkey + 1) % 3) << 3));
    if (word === 7) key += <u64>subkey;
    store<u64>(state + (word << 3), load<u64>(state + (word << 3)) + key);
  }
}

function mix(round: usize): void {
  for (let pair: usize = 0; pair < 4; pair++) {
    const at = state + (pair << 4);
    const a = load<u64>(at) + load<u64>(at + 8);
    const b = rotl<u64>(load<u64>(at + 8), load<u8>(turns + ((round & 7) << 2) + pair)) ^ a;
    store<u64>(moved + (pair << 4), a);
    store<u64>(moved + (pair << 4) + 8, b);
  }
  for (let word: usize = 0; word < 8; word++)
    store<u64>(state + (word << 3), load<u64>(moved + ((<usize>load<u8>(moves + word)) << 3)));
}

/** One block: `done` bytes of this kind of input stand behind its end. */
function compress(from: usize, done: u64, type: u64, isFirst: bool, isLast: bool): void {
  store<u64>(tweak, done);
  store<u64>(tweak + 8, (type << 56) | ((<u64>isFirst) << 62) | ((<u64>isLast) << 63));
  store<u64>(tweak + 16, load<u64>(tweak) ^ load<u64>(tweak + 8));
  let sum = parity;
  for (let at: usize = 0; at < 64; at += 8) sum ^= load<u64>(chain + at);
  store<u64>(chain + 64, sum);
  memory.copy(state, from, 64);
  for (let round: usize = 0; round < 72; round++) {
    if ((round & 3) === 0) addKey(round >> 2);
    mix(round);
  }
  addKey(18);
  for (let at: usize = 0; at < 64; at += 8)
    store<u64>(chain + at, load<u64>(state + at) ^ load<u64>(from + at));
}

/** 32 bytes from a message that is not empty. */
export function skein256(output: usize, input: usize, bytes: usize): void {
  memory.fill(chain, 0, 64);
  memory.fill(block, 0, 64);
  // "SHA3", version 1, 256 bits.
  store<u64>(block, 0x133414853);
  store<u64>(block + 8, 256);
  compress(block, 32, typeOfConfiguration, true, true);
  for (let at: usize = 0; at < bytes; at += 64) {
    const held = min<usize>(64, bytes - at);
    memory.fill(block, 0, 64);
    memory.copy(block, input + at, held);
    compress(block, at + held, typeOfMessage, at === 0, at + held === bytes);
  }
  memory.fill(block, 0, 64);
  compress(block, 8, typeOfOutput, true, true);
  memory.copy(output, chain, 32);
}
