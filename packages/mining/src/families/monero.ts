import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58xmr } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { decodeBytes, endsWithHash } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/** Bytes before the checksum, by network byte: standard, subaddress, and integrated with its 8-byte payment id. */
const lengths: ReadonlyMap<number, number> = new Map([
  [18, 65],
  [42, 65],
  [19, 73],
]);

/** Monero on the main network: base58 in blocks of eight bytes, with four bytes of Keccak-256. */
export const monero: AddressValidators = {
  XMR: (address) => {
    const bytes = decodeBytes(base58xmr, address);
    // A swapped letter often makes a block larger than eight bytes can hold: to the reader that is a wrong checksum.
    if (bytes === null) return /^[48][1-9A-HJ-NP-Za-km-z]{94,105}$/.test(address) ? wrongChecksum : malformed;
    if (!endsWithHash(bytes, 4, keccak_256)) return wrongChecksum;
    return lengths.get(bytes[0] ?? -1) === bytes.length - 4 ? valid(address) : malformed;
  },
};
