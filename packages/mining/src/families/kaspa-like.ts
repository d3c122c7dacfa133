import type { AddressValidator, AddressValidators } from '../address-validator.ts';
import { readCashAddress } from './cash-address.ts';
import { malformed, valid } from './verdicts.ts';

/** Kaspa and its fork Karlsen: Schnorr keys (version 0), ECDSA keys (version 1) and script hashes (version 8). */
export const kaspaLike: AddressValidators = { KAS: kaspa('kaspa'), KLS: kaspa('karlsen') };

const payloadLengths: ReadonlyMap<number, number> = new Map([
  [0, 32],
  [1, 33],
  [8, 32],
]);

function kaspa(prefix: string): AddressValidator {
  return (address) => {
    if (!address.startsWith(`${prefix}:`)) return malformed;
    const read = readCashAddress(prefix, address.slice(prefix.length + 1));
    if (read.kind !== 'right') return read;
    return payloadLengths.get(read.version) === read.payload.length ? valid(address) : malformed;
  };
}
