import { blake2b } from '@noble/hashes/blake2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { AddressValidators } from '../address-validator.ts';
import { base58Check } from './base58-check.ts';

/** Waves: version 1, network `W`, 20 bytes; the checksum is Keccak-256 of BLAKE2b-256. */
export const waves: AddressValidators = {
  WAVES: base58Check({
    versions: [[1, 0x57]],
    hash: (body) => keccak_256(blake2b(body, { dkLen: 32 })),
  }),
};
