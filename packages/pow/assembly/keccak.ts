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

function lane<T>(state: usize, at: usize): T {
  return load<T>(state + at * sizeof<T>());
}

function put<T>(state: usize, at: usize, value: T): void {
  store<T>(state + at * sizeof<T>(), value);
}

/** The parity of a column. */
function column<T>(state: usize, at: usize): T {
  return (
    lane<T>(state, at) ^
    lane<T>(state, at + 5) ^
    lane<T>(state, at + 10) ^
    lane<T>(state, at + 15) ^
    lane<T>(state, at + 20)
  );
}

/**
 * The permutation over 25 lanes of type T (u64: Keccak-f[1600], u32: Keccak-f[800]). Written out lane by lane: a cache is millions of these,
 * and a loop over tables of rho and pi takes twice as long.
 */
function permute<T>(state: usize, rounds: i32): void {
  for (let round = 0; round < rounds; round++) {
    const c0 = column<T>(state, 0);
    const c1 = column<T>(state, 1);
    const c2 = column<T>(state, 2);
    const c3 = column<T>(state, 3);
    const c4 = column<T>(state, 4);
    const d0: T = c4 ^ rotl<T>(c1, 1);
    const d1: T = c0 ^ rotl<T>(c2, 1);
    const d2: T = c1 ^ rotl<T>(c3, 1);
    const d3: T = c2 ^ rotl<T>(c4, 1);
    const d4: T = c3 ^ rotl<T>(c0, 1);
    // Where pi moves the lane, and how far rho turns it.
    const b0 = lane<T>(state, 0) ^ d0;
    const b1 = rotl<T>(lane<T>(state, 6) ^ d1, 44);
    const b2 = rotl<T>(lane<T>(state, 12) ^ d2, 43);
    const b3 = rotl<T>(lane<T>(state, 18) ^ d3, 21);
    const b4 = rotl<T>(lane<T>(state, 24) ^ d4, 14);
    const b5 = rotl<T>(lane<T>(state, 3) ^ d3, 28);
    const b6 = rotl<T>(lane<T>(state, 9) ^ d4, 20);
    const b7 = rotl<T>(lane<T>(state, 10) ^ d0, 3);
    const b8 = rotl<T>(lane<T>(state, 16) ^ d1, 45);
    const b9 = rotl<T>(lane<T>(state, 22) ^ d2, 61);
    const b10 = rotl<T>(lane<T>(state, 1) ^ d1, 1);
    const b11 = rotl<T>(lane<T>(state, 7) ^ d2, 6);
    const b12 = rotl<T>(lane<T>(state, 13) ^ d3, 25);
    const b13 = rotl<T>(lane<T>(state, 19) ^ d4, 8);
    const b14 = rotl<T>(lane<T>(state, 20) ^ d0, 18);
    const b15 = rotl<T>(lane<T>(state, 4) ^ d4, 27);
    const b16 = rotl<T>(lane<T>(state, 5) ^ d0, 36);
    const b17 = rotl<T>(lane<T>(state, 11) ^ d1, 10);
    const b18 = rotl<T>(lane<T>(state, 17) ^ d2, 15);
    const b19 = rotl<T>(lane<T>(state, 23) ^ d3, 56);
    const b20 = rotl<T>(lane<T>(state, 2) ^ d2, 62);
    const b21 = rotl<T>(lane<T>(state, 8) ^ d3, 55);
    const b22 = rotl<T>(lane<T>(state, 14) ^ d4, 39);
    const b23 = rotl<T>(lane<T>(state, 15) ^ d0, 41);
    const b24 = rotl<T>(lane<T>(state, 21) ^ d1, 2);
    put<T>(state, 0, b0 ^ (~b1 & b2));
    put<T>(state, 1, b1 ^ (~b2 & b3));
    put<T>(state, 2, b2 ^ (~b3 & b4));
    put<T>(state, 3, b3 ^ (~b4 & b0));
    put<T>(state, 4, b4 ^ (~b0 & b1));
    put<T>(state, 5, b5 ^ (~b6 & b7));
    put<T>(state, 6, b6 ^ (~b7 & b8));
    put<T>(state, 7, b7 ^ (~b8 & b9));
    put<T>(state, 8, b8 ^ (~b9 & b5));
    put<T>(state, 9, b9 ^ (~b5 & b6));
    put<T>(state, 10, b10 ^ (~b11 & b12));
    put<T>(state, 11, b11 ^ (~b12 & b13));
    put<T>(state, 12, b12 ^ (~b13 & b14));
    put<T>(state, 13, b13 ^ (~b14 & b10));
    put<T>(state, 14, b14 ^ (~b10 & b11));
    put<T>(state, 15, b15 ^ (~b16 & b17));
    put<T>(state, 16, b16 ^ (~b17 & b18));
    put<T>(state, 17, b17 ^ (~b18 & b19));
    put<T>(state, 18, b18 ^ (~b19 & b15));
    put<T>(state, 19, b19 ^ (~b15 & b16));
    put<T>(state, 20, b20 ^ (~b21 & b22));
    put<T>(state, 21, b21 ^ (~b22 & b23));
    put<T>(state, 22, b22 ^ (~b23 & b24));
    put<T>(state, 23, b23 ^ (~b24 & b20));
    put<T>(state, 24, b24 ^ (~b20 & b21));
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
