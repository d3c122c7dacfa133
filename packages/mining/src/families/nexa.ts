import type { AddressValidators } from '../address-validator.ts';
import { readCashAddress } from './cash-address.ts';
import { malformed, valid } from './verdicts.ts';

/** Script templates, the usual form (`nexa:nqtsq5g5…`), and the key and script hashes of the older form. */
const templateVersion = 19 << 3;

/** Nexa: CashAddr under its own prefix. */
export const nexa: AddressValidators = {
  NEXA: (address) => {
    if (!address.startsWith('nexa:')) return malformed;
    const read = readCashAddress('nexa', address.slice(5));
    if (read.kind !== 'right') return read;
    const isTemplate = read.version === templateVersion && read.payload.length === 24;
    const isHash = (read.version === 0 || read.version === 1 << 3) && read.payload.length === 20;
    return isTemplate || isHash ? valid(address) : malformed;
  },
};
