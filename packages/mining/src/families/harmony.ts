import type { AddressValidators } from '../address-validator.ts';
import { bech32Account } from './bech32-account.ts';
import { judgeEip55 } from './eip55.ts';

const text = bech32Account('one');

/**
 * Harmony writes the same 20 bytes as bech32 or as hex. Either stays as it is: the hex form is valid on networks where
 * the bech32 form is not.
 */
export const harmony: AddressValidators = {
  ONE: (address) => (address.startsWith('0x') ? judgeEip55(address) : text(address)),
};
