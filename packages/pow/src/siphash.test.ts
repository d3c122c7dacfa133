import { describe, expect, it } from 'vitest';
import { fromBigEndian, reversed, u32ToLittleEndian, u64ToLittleEndian } from './integers.ts';
import { meetsOctopusBoundary } from './octopus-boundary.ts';
import { sipHash24 } from './siphash.ts';

const mask = (1n << 64n) - 1n;

describe('SipHash-2-4 on a bare state', () => {
  // The paper's key 00 01 … 0f and its constants: SipHash of an empty message is one word, the length 0, which is what is hashed here.
  it('of the empty message is what the reference implementation prints', () => {
    const [k0, k1] = [0x0706050403020100n, 0x0f0e0d0c0b0a0908n];
    const state = [
      k0 ^ 0x736f6d6570736575n,
      k1 ^ 0x646f72616e646f6dn,
      k0 ^ 0x6c7967656e657261n,
      k1 ^ 0x7465646279746573n,
    ] as const;
    expect(sipHash24(state, 0n)).toBe(0x726fdb47dd0e0e31n);
    // Seven bytes 00 … 06, and their number in the last byte.
    expect(sipHash24(state, (0x0706050403020100n & (mask >> 8n)) | (7n << 56n))).toBe(0xab0200f58b01d137n);
  });

  it('stays within 64 bits at both ends', () => {
    for (const word of [0n, 1n, mask - 1n, mask]) {
      const hash = sipHash24([mask, mask, mask, mask], word);
      expect(hash >= 0n && hash <= mask).toBe(true);
      expect(sipHash24([mask, mask, mask, mask - 1n], word)).not.toBe(hash);
    }
  });
});

describe('integers as bytes', () => {
  it.each([
    [[], 0n],
    [[0, 0], 0n],
    [[1, 0], 256n],
    [Array.from({ length: 32 }, () => 255), (1n << 256n) - 1n],
  ])('%j is read most significant first', (bytes, value) => {
    expect(fromBigEndian(Uint8Array.from(bytes))).toBe(value);
  });

  it('are written least significant first, to the last bit', () => {
    expect([...u64ToLittleEndian(mask - 1n)]).toEqual([254, 255, 255, 255, 255, 255, 255, 255]);
    expect([...u64ToLittleEndian(0x0102030405060708n)]).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect([...u32ToLittleEndian(0xfffffffe)]).toEqual([254, 255, 255, 255]);
  });

  it('are turned round as a copy', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    expect([...reversed(bytes)]).toEqual([3, 2, 1]);
    expect([...bytes]).toEqual([1, 2, 3]);
  });
});

it('the boundary of Octopus is open above, and counts from what the upper half of a long nonce sets', () => {
  const hash = new Uint8Array(32).with(31, 5);
  expect([4n, 5n, 6n].map((boundary) => meetsOctopusBoundary(hash, 0n, boundary))).toEqual([
    false,
    false,
    true,
  ]);
  // Above the bound that the nonce sets the hash has gone round: it is far away.
  expect(meetsOctopusBoundary(hash, 1n << 128n, 1n << 200n)).toBe(false);
  expect(meetsOctopusBoundary(hash, (1n << 128n) - 1n, 6n)).toBe(true);
});
