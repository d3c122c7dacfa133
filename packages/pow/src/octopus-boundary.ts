import { fromBigEndian } from './integers.ts';

const whole = 1n << 256n;

/**
 * Whether a hash of Octopus meets a boundary (2^256 ÷ difficulty). Conflux counts the hash from a bound that its
 * 256-bit nonces set; with the 64-bit nonces that miners use the bound is zero.
 *
 * @param hash most significant byte first
 * @param nonce up to 256 bits
 */
export function meetsOctopusBoundary(hash: Uint8Array, nonce: bigint, boundary: bigint): boolean {
  const lowerBound = ((nonce & ((1n << 255n) - 1n)) >> 128n) << 128n;
  return (fromBigEndian(hash) - lowerBound + whole) % whole < boundary;
}
