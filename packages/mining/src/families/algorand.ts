import { sha512_256 } from '@noble/hashes/sha2.js';
import { base32nopad } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { decodeBytes } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/** Algorand: a 32-byte key and the last four bytes of its SHA-512/256 in base32. */
export const algorand: AddressValidators = {
  ALGO: (address) => {
    if (!/^[A-Z2-7]{58}$/.test(address)) return malformed;
    const bytes = decodeBytes(base32nopad, address);
    // The last letter holds two bits that belong to no byte; when they are set, the checksum cannot be right either.
    if (bytes === null) return wrongChecksum;
    const expected = sha512_256(bytes.subarray(0, 32)).subarray(28);
    return bytes.subarray(32).every((byte, index) => byte === expected[index])
      ? valid(address)
      : wrongChecksum;
  },
};
