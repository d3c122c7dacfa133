import { bech32 } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/**
 * Xelis: bech32 with a colon where others have the digit 1. Behind the 32-byte key stands the kind: 0 is a plain
 * address, 1 is followed by data for the receiver.
 */
export const xelis: AddressValidators = {
  XEL: (address) => {
    if (!/^xel:[02-9ac-hj-np-z]+$/.test(address)) return malformed;
    const decoded = bech32.decodeUnsafe(address.replace(':', '1'), 2000);
    if (decoded === undefined) return wrongChecksum;
    const bytes = bech32.fromWordsUnsafe(decoded.words);
    if (bytes === undefined) return malformed;
    const isPlain = bytes.length === 33 && bytes[32] === 0;
    return isPlain || (bytes.length > 33 && bytes[32] === 1) ? valid(address) : malformed;
  },
};
