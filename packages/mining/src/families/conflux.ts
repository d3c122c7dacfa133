import type { AddressValidators } from '../address-validator.ts';
import { readCashAddress } from './cash-address.ts';
import { malformed, valid } from './verdicts.ts';

const letters = 'abcdefghjkmnprstuvwxyz0123456789';
const shape = /^cfx:(?:type\.(user|contract):)?([a-z0-9]{42})$/;

/** The first four bits of an account tell what it is. */
const kindNibbles: Readonly<Record<string, number>> = { user: 1, contract: 8 };

/**
 * Conflux (CIP-37), in its short lower-case form or the long upper-case one, which names the kind of the account. The
 * short form is canonical.
 */
export const conflux: AddressValidators = {
  CFX: (address) => {
    const isOneCase = address === address.toLowerCase() || address === address.toUpperCase();
    const [, kind, body] = shape.exec(address.toLowerCase()) ?? [];
    if (!isOneCase || body === undefined) return malformed;
    const read = readCashAddress('cfx', body, letters);
    if (read.kind !== 'right') return read;
    if (read.version !== 0 || read.payload.length !== 20) return malformed;
    const nibble = (read.payload[0] ?? 0) >> 4;
    const fits = kind === undefined ? nibble === 1 || nibble === 8 : nibble === kindNibbles[kind];
    return fits ? valid(`cfx:${body}`) : malformed;
  },
};
