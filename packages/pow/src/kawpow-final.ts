/** Of each round of Keccak-f[800]: the lower halves of those of Keccak-f[1600]. */
const constants = [
  0x00000001, 0x00008082, 0x0000808a, 0x80008000, 0x0000808b, 0x80000001, 0x80008081, 0x00008009, 0x0000008a,
  0x00000088, 0x80008009, 0x8000000a, 0x8000808b, 0x0000008b, 0x00008089, 0x00008003, 0x00008002, 0x00000080,
  0x0000800a, 0x8000000a, 0x80008081, 0x00008080,
];
/** How far rho turns the lane that pi moves, in the order in which pi visits the lanes from (1, 0) … */
const turns = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44];
/** … and where pi moves them. */
const moves = [10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1];

/** "rAVENCOINKAWPOW", a letter a word: the first one is small. */
const coinWords = Array.from({ length: 15 }, (_word, index) => 'rAVENCOINKAWPOW'.charCodeAt(index));

/**
 * What KawPow gives for a mix, without a walk over its dataset: whether the mix is the right one is not told by it. This names the blocks
 * of Ravencoin.
 *
 * @param header the hash of the header without nonce and mix, 32 bytes as printed
 * @param mix 32 bytes as printed
 * @returns 32 bytes as printed, most significant first
 */
export function kawpowFinal(header: Uint8Array, nonce: bigint, mix: Uint8Array): Uint8Array {
  const nonceWords = [Number(nonce & 0xffffffffn), Number((nonce >> 32n) & 0xffffffffn)];
  const seeded = keccakF800([...wordsOf(header), ...nonceWords, ...coinWords]);
  const final = keccakF800([...seeded.slice(0, 8), ...wordsOf(mix), ...coinWords.slice(0, 9)]);
  const hash = new DataView(new ArrayBuffer(32));
  for (let index = 0; index < 8; index += 1) hash.setInt32(index * 4, final[index] ?? 0, true);
  return new Uint8Array(hash.buffer);
}

function wordsOf(bytes: Uint8Array): number[] {
  if (bytes.length !== 32) throw new RangeError(`a hash has 32 bytes, not ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: 8 }, (_word, index) => view.getInt32(index * 4, true));
}

/** The permutation over 25 lanes of 32 bits. */
function keccakF800(lanes: readonly number[]): Int32Array {
  const state = Int32Array.from(lanes);
  const at = (index: number): number => state[index] ?? 0;
  for (const constant of constants) {
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20));
    for (let lane = 0; lane < 25; lane += 1)
      state[lane] = at(lane) ^ (columns[(lane + 4) % 5] ?? 0) ^ turn(columns[(lane + 1) % 5] ?? 0, 1);
    let carried = at(1);
    for (const [step, to] of moves.entries()) {
      const next = at(to);
      state[to] = turn(carried, turns[step] ?? 0);
      carried = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const five = [at(row), at(row + 1), at(row + 2), at(row + 3), at(row + 4)];
      for (let x = 0; x < 5; x += 1)
        state[row + x] = (five[x] ?? 0) ^ (~(five[(x + 1) % 5] ?? 0) & (five[(x + 2) % 5] ?? 0));
    }
    state[0] = at(0) ^ constant;
  }
  return state;
}

/** By a count of bits that may be more than 32. */
function turn(word: number, bits: number): number {
  return (word << (bits % 32)) | (word >>> (32 - (bits % 32)));
}
