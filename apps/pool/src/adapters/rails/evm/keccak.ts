import { keccak_256 } from '@noble/hashes/sha3.js';

/** In hexadecimal digits after 0x, as nodes write hashes. */
export function keccakHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(keccak_256(bytes)).toString('hex')}`;
}
