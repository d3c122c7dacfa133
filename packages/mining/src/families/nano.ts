import { blake2b } from '@noble/hashes/blake2.js';
import type { AddressValidators } from '../address-validator.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

const letters = '13456789abcdefghijkmnopqrstuwxyz';
const shape = /^(?:nano|xrb)_([13][13456789a-km-uw-z]{59})$/;

/** Nano: a 256-bit key and the reversed five-byte BLAKE2b of it, in base 32. `xrb_` is the old prefix, `nano_` canonical. */
export const nano: AddressValidators = {
  XNO: (address) => {
    const [, body] = shape.exec(address) ?? [];
    if (body === undefined) return malformed;
    const key = toBytes(body.slice(0, 52), 32);
    const checksum = toBytes(body.slice(52), 5);
    const expected = blake2b(key, { dkLen: 5 }).toReversed();
    return checksum.every((byte, index) => byte === expected[index]) ? valid(`nano_${body}`) : wrongChecksum;
  },
};

function toBytes(digits: string, length: number): Uint8Array {
  let value = 0n;
  for (const digit of digits) value = value * 32n + BigInt(letters.indexOf(digit));
  const bytes = new Uint8Array(length);
  for (let index = length - 1; index >= 0; index -= 1) {
    bytes[index] = Number(value & 0xffn);
    value >>= 8n;
  }
  return bytes;
}
