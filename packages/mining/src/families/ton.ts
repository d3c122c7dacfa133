import { base64urlnopad } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { crc16 } from './crc.ts';
import { decodeBytes } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

const bounceable = 0x11;
const notBounceable = 0x51;

/**
 * TON, user-friendly form on the base chain: flag, workchain, 32 bytes and a big-endian CRC-16. Whether the sender is
 * to take the coins back when no contract answers (`EQ…`) or not (`UQ…`) is the owner's wish, so both spellings stay.
 */
export const ton: AddressValidators = {
  TON: (address) => {
    const bytes = decodeBytes(base64urlnopad, address);
    if (bytes === null || bytes.length !== 36) return malformed;
    const expected = crc16(bytes.subarray(0, 34));
    if (bytes[34] !== expected >> 8 || bytes[35] !== (expected & 0xff)) return wrongChecksum;
    const isKnown = bytes[0] === bounceable || bytes[0] === notBounceable;
    return isKnown && bytes[1] === 0 ? valid(address) : malformed;
  },
};
