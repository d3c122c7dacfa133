// Keccak with its first padding (a single 1 bit, before SHA-3 added its own), as Ethereum's algorithms use it.

const stateOf1600: usize = memory.data(200);
const stateOf800: usize = memory.data(100);

const constants: usize = memory.data<u64>([
  0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
  0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
  0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
  0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
  0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
]);

/** How far rho turns the lane that pi moves, in the order in which pi visits the lanes from (1, 0). */
const turns: usize = memory.data<u8>([
  1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44,
]);
/** Where pi moves them. */
const moves: usize = memory.data<u8>([
  10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1,
]);

/** The permutation over 25 lanes of type T (u64: Keccak-f[1600], u32: Keccak-f[800]). */
function permute<T>(state: usize, rounds: i32): void {
  const size = <usize>sizeof<T>();
  for (let round = 0; round < rounds; round++) {
    let c0: T =
      load<T>(state) ^
      load<T>(state + 5 * size) ^
      load<T>(state + 10 * size) ^
      load<T>(state + 15 * size) ^
      load<T>(state + 20 * size);
    let c1: T =
      load<T>(state + size) ^
      load<T>(state + 6 * size) ^
      load<T>(state + 11 * size) ^
      load<T>(state + 16 * size) ^
      load<T>(state + 21 * size);
    let c2: T =
      load<T>(state + 2 * size) ^
      load<T>(state + 7 * size) ^
      load<T>(state + 12 * size) ^
      load<T>(state + 17 * size) ^
      load<T>(state + 22 * size);
    let c3: T =
      load<T>(state + 3 * size) ^
      load<T>(state + 8 * size) ^
      load<T>(state + 13 * size) ^
      load<T>(state + 18 * size) ^
      load<T>(state + 23 * size);
    let c4: T =
      load<T>(state + 4 * size) ^
      load<T>(state + 9 * size) ^
      load<T>(state + 14 * size) ^
      load<T>(state + 19 * size) ^
      load<T>(state + 24 * size);
    const d0: T = c4 ^ rotl<T>(c1, 1);
    const d1: T = c0 ^ rotl<T>(c2, 1);
    const d2: T = c1 ^ rotl<T>(c3, 1);
    const d3: T = c2 ^ rotl<T>(c4, 1);
    const d4: T = c3 ^ rotl<T>(c0, 1);
    for (let row: usize = 0; row < 25 * size; row += 5 * size) {
      const at = state + row;
      store<T>(at, load<T>(at) ^ d0);
      store<T>(at + size, load<T>(at + size) ^ d1);
      store<T>(at + 2 * size, load<T>(at + 2 * size) ^ d2);
      store<T>(at + 3 * size, load<T>(at + 3 * size) ^ d3);
      store<T>(at + 4 * size, load<T>(at + 4 * size) ^ d4);
    }
    let carried: T = load<T>(state + size);
    for (let step: usize = 0; step < 24; step++) {
      const to = state + <usize>load<u8>(moves + step) * size;
      const next = load<T>(to);
      store<T>(to, rotl<T>(carried, <T>load<u8>(turns + step)));
      carried = next;
    }
    for (let row: usize = 0; row < 25 * size; row += 5 * size) {
      const at = state + row;
      const a = load<T>(at),
        b = load<T>(at + size),
        c = load<T>(at + 2 * size),
        d = load<T>(at + 3 * size),
        e = load<T>(at + 4 * size);
      store<T>(at, a ^ (~b & c));
      store<T>(at + size, b ^ (~c & d));
      store<T>(at + 2 * size, c ^ (~d & e));
      store<T>(at + 3 * size, d ^ (~e & a));
      store<T>(at + 4 * size, e ^ (~a & b));
    }
    store<T>(state, load<T>(state) ^ <T>load<u64>(constants + ((<usize>round) << 3)));
  }
}

function sponge(output: usize, outputBytes: usize, input: usize, inputBytes: usize, rate: usize): void {
  memory.fill(stateOf1600, 0, 200);
  memory.copy(stateOf1600, input, inputBytes);
  store<u8>(stateOf1600 + inputBytes, 0x01);
  store<u8>(stateOf1600 + rate - 1, load<u8>(stateOf1600 + rate - 1) ^ 0x80);
  permute<u64>(stateOf1600, 24);
  memory.copy(output, stateOf1600, outputBytes);
}

/** 64 bytes from fewer than 72. */
export function keccak512(output: usize, input: usize, inputBytes: usize): void {
  sponge(output, 64, input, inputBytes, 72);
}

/** 32 bytes from fewer than 136. */
export function keccak256(output: usize, input: usize, inputBytes: usize): void {
  sponge(output, 32, input, inputBytes, 136);
}

/** Keccak-f[800] on 25 words of 32 bits, in place. */
export function keccakF800(state: usize): void {
  memory.copy(stateOf800, state, 100);
  permute<u32>(stateOf800, 22);
  memory.copy(state, stateOf800, 100);
}

/** Keccak-f[1600] on 25 words of 64 bits, in place. */
export function keccakF1600(state: usize): void {
  permute<u64>(state, 24);
}
