import { blake2b } from '@noble/hashes/blake2.js';
import { hex } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { decodeBytes, endsWithHash } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/** Sia: a 32-byte unlock hash and the first six bytes of its BLAKE2b-256, in lower-case hex. */
export const sia: AddressValidators = {
  SC: (address) => {
    const bytes = /^[0-9a-f]{76}$/.test(address) ? decodeBytes(hex, address) : null;
    if (bytes === null) return malformed;
    return endsWithHash(bytes, 6, (body) => blake2b(body, { dkLen: 32 })) ? valid(address) : wrongChecksum;
  },
};
