import { blake2b } from '@noble/hashes/blake2.js';
import type { AddressValidators } from '../address-validator.ts';
import { base58Check } from './base58-check.ts';

/** Ergo: keys on the main network (`9…`), 33 bytes, with a BLAKE2b-256 checksum. */
export const ergo: AddressValidators = {
  ERG: base58Check({ versions: [[0x01]], payloadLength: 33, hash: (body) => blake2b(body, { dkLen: 32 }) }),
};
