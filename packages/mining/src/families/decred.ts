import { blake256 } from '@noble/hashes/blake1.js';
import type { AddressValidators } from '../address-validator.ts';
import { base58Check } from './base58-check.ts';

/** Decred: base58check whose checksum is a double BLAKE-256 of 14 rounds. `Ds`, `De`, `DS` are keys, `Dc` is a script. */
export const decred: AddressValidators = {
  DCR: base58Check({
    versions: [
      [0x07, 0x3f],
      [0x07, 0x1f],
      [0x07, 0x01],
      [0x07, 0x1a],
    ],
    hash: (body) => blake256(blake256(body)),
  }),
};
