import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBigEndian, u32ToLittleEndian } from './integers.ts';
import { sipHash24, type SipState } from './siphash.ts';

const elementBits = 448;
const collisionBits = 24;
const indexBits = collisionBits + 1;
const rounds = 5;
const indexCount = 2 ** rounds;
const indexBytes = (indexCount * indexBits) / 8;
const outputBytes = 104;
const mask64 = (1n << 64n) - 1n;
const collisionMask = (1n << BigInt(collisionBits)) - 1n;
const personalization = concatBytes(
  utf8ToBytes('Beam-PoW'),
  u32ToLittleEndian(elementBits),
  u32ToLittleEndian(rounds),
);

/** Why an output is no solution. */
export type BeamFault = 'wrong-length' | 'duplicate-index' | 'wrong-order' | 'no-collision' | 'not-zero';

interface Element {
  readonly bits: bigint;
  /** The indices below it, left to right. */
  readonly indices: readonly number[];
}

function low(value: bigint, bits: number): bigint {
  return value & ((1n << BigInt(bits)) - 1n);
}

function rotate64(value: bigint, by: number): bigint {
  const turn = BigInt(by & 63);
  return ((value << turn) | (value >> (64n - turn))) & mask64;
}

/** 32 indices of 25 bits, least significant bit first. */
function unpackIndices(output: Uint8Array): number[] {
  const all = fromBigEndian(output.subarray(0, indexBytes).toReversed());
  return Array.from({ length: indexCount }, (_, at) => Number(low(all >> BigInt(at * indexBits), indexBits)));
}

function stateOf(input: Uint8Array, nonce: Uint8Array, output: Uint8Array): SipState {
  const seed = blake2b(concatBytes(input, nonce, output.subarray(indexBytes)), {
    dkLen: 32,
    personalization,
  });
  const view = new DataView(seed.buffer, seed.byteOffset);
  return [0, 8, 16, 24].map((at) => view.getBigUint64(at, true)) as unknown as SipState;
}

function leafOf(state: SipState, index: number): Element {
  let bits = 0n;
  for (let part = 6n; part >= 0n; part--)
    bits = (bits << 64n) | sipHash24(state, (BigInt(index) << 3n) + part);
  return { bits, indices: [index] };
}

/** The bits that an element still has when a round (1 to 5) begins. */
function bitsBefore(round: number): number {
  return elementBits - (round - 1) * collisionBits - (round === rounds ? 64 : 0);
}

/** The bits that an element keeps after a round. */
function bitsAfter(round: number): number {
  if (round === rounds) return collisionBits;
  return elementBits - round * collisionBits - (round === rounds - 1 ? 64 : 0);
}

/** Replaces the lowest word by a sum over the whole element and its first indices, so that an element cannot be made without them. */
function mix({ bits, indices }: Element, round: number): Element {
  let whole = bits;
  indices.forEach((index, at) => {
    whole |= BigInt(index) << BigInt(bitsBefore(round) + at * indexBits);
  });
  let sum = 0n;
  for (let word = 0; word < 8; word++)
    sum += rotate64((whole >> BigInt(64 * word)) & mask64, 29 * (word + 1));
  return { bits: ((bits >> 64n) << 64n) | rotate64(sum & mask64, 24), indices };
}

function join(left: Element, right: Element, round: number): Element | BeamFault {
  const mixed = left.bits ^ right.bits;
  if ((mixed & collisionMask) !== 0n) return 'no-collision';
  if ((left.indices[0] ?? 0) >= (right.indices[0] ?? 0)) return 'wrong-order';
  return {
    bits: low(mixed >> BigInt(collisionBits), bitsAfter(round)),
    indices: [...left.indices, ...right.indices],
  };
}

/**
 * Judges a solution of BeamHash III, 1 ms. Compare {@link hashBeam} with the difficulty first: it costs microseconds.
 *
 * @param input the 32 bytes of the job
 * @param nonce eight bytes
 * @param output 104 bytes: 32 indices of 25 bits and four bytes of an extra nonce
 * @returns what is wrong, or undefined for a solution
 * @see BeamMW/beam, core: BeamHash III (from height 777,777)
 */
export function judgeBeam(input: Uint8Array, nonce: Uint8Array, output: Uint8Array): BeamFault | undefined {
  if (output.length !== outputBytes) return 'wrong-length';
  const indices = unpackIndices(output);
  if (new Set(indices).size !== indices.length) return 'duplicate-index';
  const state = stateOf(input, nonce, output);
  let elements = indices.map((index) => leafOf(state, index));
  for (let round = 1; round <= rounds; round++) {
    const joined: Element[] = [];
    for (let pair = 0; pair < elements.length; pair += 2) {
      const [left, right] = elements.slice(pair, pair + 2).map((element) => mix(element, round));
      if (left === undefined || right === undefined) return 'wrong-length';
      const parent = join(left, right, round);
      if (typeof parent === 'string') return parent;
      joined.push(parent);
    }
    elements = joined;
  }
  return elements[0]?.bits === 0n ? undefined : 'not-zero';
}

/** The hash that a difficulty is compared with, 32 bytes, most significant first. */
export function hashBeam(output: Uint8Array): Uint8Array {
  return sha256(output);
}

/** Beam writes difficulties as floating point numbers of 32 bits: an order of eight bits and a mantissa of 24. */
export function meetsBeamDifficulty(hash: Uint8Array, packed: number): boolean {
  const order = packed >>> 24;
  const mantissa = (2n ** 24n) | BigInt(packed & 0xffffff);
  return fromBigEndian(hash) * mantissa < 1n << BigInt(256 + 24 - order);
}
