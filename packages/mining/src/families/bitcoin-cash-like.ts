import type { AddressValidator, AddressValidators } from '../address-validator.ts';
import { base58Check } from './base58-check.ts';
import { readCashAddress } from './cash-address.ts';
import { malformed, valid } from './verdicts.ts';

/**
 * Bitcoin Cash and eCash. The prefix may be left out when typing and is part of the canonical form. A legacy address
 * of Bitcoin Cash stays as it is: it is another spelling of the same script, but not the same text with a prefix.
 */
export const bitcoinCashLike: AddressValidators = {
  BCH: bitcoinCash(),
  /** Key hashes and script hashes. */
  XEC: cashAddress('ecash', [0, 1]),
};

function bitcoinCash(): AddressValidator {
  const legacy = base58Check({ versions: [[0x00], [0x05]] });
  /** Types 2 and 3 are the token-aware twins of 0 and 1. */
  const modern = cashAddress('bitcoincash', [0, 1, 2, 3]);
  return (address) => (/^[13]/.test(address) ? legacy(address) : modern(address));
}

function cashAddress(prefix: string, types: readonly number[]): AddressValidator {
  return (address) => {
    const body = address.startsWith(`${prefix}:`) ? address.slice(prefix.length + 1) : address;
    const read = readCashAddress(prefix, body);
    if (read.kind !== 'right') return read;
    const fits = read.payload.length === 20 && types.some((type) => read.version === type << 3);
    return fits ? valid(`${prefix}:${body}`) : malformed;
  };
}
