import { hexToBytes } from '@noble/hashes/utils.js';

/** The bytes of a vector's hexadecimal text. A vector without the field is a fault of the test. */
export function bytesOf(hex: string | undefined): Uint8Array {
  if (hex === undefined) throw new Error('the vector lacks this field');
  return hexToBytes(hex);
}

/** A 64-bit nonce as printed. */
export function u64Of(hex: string | undefined): bigint {
  if (hex === undefined) throw new Error('the vector lacks this field');
  return BigInt(`0x${hex}`);
}
