import { base58 } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { decodeBytes } from './decode-bytes.ts';
import { malformed, valid } from './verdicts.ts';

/** Alephium: the type 0 and a 32-byte key hash in base58. There is no checksum; type and length are all that can be checked. */
export const alephium: AddressValidators = {
  ALPH: (address) => {
    const bytes = decodeBytes(base58, address);
    return bytes?.length === 33 && bytes[0] === 0 ? valid(address) : malformed;
  },
};
