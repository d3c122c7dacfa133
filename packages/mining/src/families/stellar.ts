import { base32nopad } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { crc16 } from './crc.ts';
import { decodeBytes } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/** The version byte that makes the first letter a `G`: an account's public key. */
const accountVersion = 6 << 3;

/** Stellar accounts: version, 32-byte key and a little-endian CRC-16 in base32 (SEP-23). */
export const stellar: AddressValidators = {
  XLM: (address) => {
    const bytes = decodeBytes(base32nopad, address);
    if (bytes === null || bytes.length !== 35) return malformed;
    const expected = crc16(bytes.subarray(0, 33));
    if (bytes[33] !== (expected & 0xff) || bytes[34] !== expected >> 8) return wrongChecksum;
    return bytes[0] === accountVersion ? valid(address) : malformed;
  },
};
