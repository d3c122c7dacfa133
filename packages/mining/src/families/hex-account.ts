import type { AddressValidator, AddressValidators } from '../address-validator.ts';
import { malformed, valid } from './verdicts.ts';

/**
 * Aptos, Sui and IOTA: 32 bytes in hex. There is no checksum, only the shape can be checked. Lower case with leading
 * zeros is canonical; only Aptos lets zeros be left out.
 */
export const hexAccounts: AddressValidators = {
  APT: hexAccount(60),
  SUI: hexAccount(64),
  IOTA: hexAccount(64),
};

function hexAccount(digitsMin: number): AddressValidator {
  return (address) => {
    const isHex = /^0x[0-9a-fA-F]{1,64}$/.test(address);
    if (!isHex || address.length < digitsMin + 2) return malformed;
    return valid(`0x${address.slice(2).toLowerCase().padStart(64, '0')}`);
  };
}
