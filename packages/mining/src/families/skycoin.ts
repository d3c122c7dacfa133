import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { decodeBytes, endsWithHash } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/** Skycoin: a 20-byte hash, the version 0 behind it, and four bytes of a single SHA-256. */
export const skycoin: AddressValidators = {
  SKY: (address) => {
    const bytes = decodeBytes(base58, address);
    if (bytes === null) return malformed;
    if (!endsWithHash(bytes, 4, sha256)) return wrongChecksum;
    return bytes.length === 25 && bytes[20] === 0 ? valid(address) : malformed;
  },
};
