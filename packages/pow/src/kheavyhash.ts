import { cshake256 } from '@noble/hashes/sha3-addons.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { reversed, u64ToLittleEndian } from './integers.ts';

const size = 64;
const mask64 = (1n << 64n) - 1n;
/** The two hashes after their names, which fill a block: a copy saves that block for each hash. */
const proofOfWorkHash = named('ProofOfWorkHash');
const heavyHash = named('HeavyHash');
const padding = new Uint8Array(32);

function named(name: string): ReturnType<typeof cshake256.create> {
  return cshake256.create({ dkLen: 32, personalization: utf8ToBytes(name) });
}

/** 64 × 64 numbers of four bits, row by row. It depends on the job alone: keep it with the job. */
export type HeavyMatrix = Uint8Array;

/** xoshiro256++ (Blackman and Vigna), its state filled from 32 bytes as four little-endian words. */
function* xoshiro256(seed: Uint8Array): Generator<bigint, never> {
  const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength);
  let [a, b, c, d] = [0, 8, 16, 24].map((offset) => view.getBigUint64(offset, true)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const rotate = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & mask64;
  for (;;) {
    yield (rotate((a + d) & mask64, 23n) + a) & mask64;
    const shifted = (b << 17n) & mask64;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 45n);
  }
}

function fillMatrix(random: Generator<bigint, never>): HeavyMatrix {
  const matrix = new Uint8Array(size * size);
  for (let at = 0; at < matrix.length; at += 16) {
    const word = random.next().value;
    for (let nibble = 0; nibble < 16; nibble++)
      matrix[at + nibble] = Number((word >> BigInt(4 * nibble)) & 15n);
  }
  return matrix;
}

/** Elimination in double precision with the bound of the reference: another arithmetic could judge a matrix differently. */
function hasFullRank(matrix: HeavyMatrix): boolean {
  const rows = Array.from({ length: size }, (_, row) =>
    Float64Array.from(matrix.subarray(row * size, (row + 1) * size)),
  );
  const isUsed = Array.from({ length: size }, () => false);
  for (let column = 0; column < size; column++) {
    const pivot = rows.findIndex((row, index) => !isUsed[index] && Math.abs(row[column] ?? 0) > 1e-9);
    const pivotRow = rows[pivot];
    if (pivotRow === undefined) return false;
    isUsed[pivot] = true;
    const leading = pivotRow[column] ?? 1;
    for (let at = column + 1; at < size; at++) pivotRow[at] = (pivotRow[at] ?? 0) / leading;
    for (const row of rows) {
      const factor = row[column] ?? 0;
      if (row === pivotRow || Math.abs(factor) <= 1e-9) continue;
      for (let at = column + 1; at < size; at++) row[at] = (row[at] ?? 0) - (pivotRow[at] ?? 0) * factor;
    }
  }
  return true;
}

/** Of a random matrix not one in a million is drawn again. */
const drawsMax = 100;

/**
 * The matrix of a job: drawn again until its rank is 64. Takes half a millisecond.
 *
 * @param prePowHash the 32 bytes of the job
 * @throws RangeError for 32 zero bytes, from which nothing but zeros can be drawn: the reference never ends there
 */
export function heavyMatrix(prePowHash: Uint8Array): HeavyMatrix {
  const random = xoshiro256(prePowHash);
  for (let draw = 0; draw < drawsMax; draw++) {
    const matrix = fillMatrix(random);
    if (hasFullRank(matrix)) return matrix;
  }
  throw new RangeError('this hash draws no matrix of full rank');
}

/**
 * The second half of the hash: the first hash times the matrix, mixed with the first hash, hashed again.
 *
 * @param first 32 bytes
 * @returns 32 bytes, least significant first
 */
export function multiplyHeavy(matrix: HeavyMatrix, first: Uint8Array): Uint8Array {
  const vector = new Uint8Array(size);
  for (let index = 0; index < 32; index++) {
    const byte = first[index] ?? 0;
    vector[2 * index] = byte >> 4;
    vector[2 * index + 1] = byte & 15;
  }
  const product = new Uint8Array(32);
  for (let index = 0; index < 32; index++) {
    const nibbles = (nibbleOf(matrix, vector, 2 * index) << 4) | nibbleOf(matrix, vector, 2 * index + 1);
    product[index] = (first[index] ?? 0) ^ nibbles;
  }
  return heavyHash.clone().update(product).digest();
}

function nibbleOf(matrix: HeavyMatrix, vector: Uint8Array, row: number): number {
  const from = row * size;
  let sum = 0;
  for (let column = 0; column < size; column++)
    sum += (matrix[from + column] as number) * (vector[column] as number);
  return (sum >> 10) & 15;
}

/**
 * Kaspa's proof of work.
 *
 * @param prePowHash the 32 bytes of the job: the header's hash with time and nonce zero
 * @param matrix {@link heavyMatrix} of the same bytes
 * @param timestamp of the job; Kaspa counts milliseconds
 * @param nonce 64 bits
 * @returns 32 bytes, most significant first
 * @see rusty-kaspa, consensus/pow
 */
export function hashKaspa(
  prePowHash: Uint8Array,
  matrix: HeavyMatrix,
  timestamp: bigint,
  nonce: bigint,
): Uint8Array {
  const header = concatBytes(prePowHash, u64ToLittleEndian(timestamp), padding, u64ToLittleEndian(nonce));
  return reversed(multiplyHeavy(matrix, proofOfWorkHash.clone().update(header).digest()));
}
