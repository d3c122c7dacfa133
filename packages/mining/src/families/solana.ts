import { base58 } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { decodeBytes } from './decode-bytes.ts';
import { malformed, valid } from './verdicts.ts';

/** Solana: 32 bytes in base58. There is no checksum; the length of the key is all that can be checked. */
export const solana: AddressValidators = {
  SOL: (address) => (decodeBytes(base58, address)?.length === 32 ? valid(address) : malformed),
};
