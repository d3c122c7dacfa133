import { expect, it } from 'vitest';
import { meetsOctopusBoundary } from './octopus-boundary.ts';

const hashOf = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * (31 - at))) & 255n));

it('compares a hash with the boundary, from zero where the nonce has 64 bits', () => {
  expect(meetsOctopusBoundary(hashOf(99n), 2n ** 64n - 1n, 100n)).toBe(true);
  expect(meetsOctopusBoundary(hashOf(100n), 0n, 100n)).toBe(false);
});

it('counts from the bound that a wide nonce sets, over the end', () => {
  const nonce = 5n << 128n;
  expect(meetsOctopusBoundary(hashOf(5n << 128n), nonce, 1n)).toBe(true);
  expect(meetsOctopusBoundary(hashOf((5n << 128n) - 1n), nonce, 100n)).toBe(false);
  expect(meetsOctopusBoundary(hashOf(3n), nonce, 2n ** 256n)).toBe(true);
});
