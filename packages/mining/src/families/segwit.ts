import { bech32, bech32m } from '@scure/base';
import type { AddressValidator } from '../address-validator.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/**
 * Segregated-witness addresses (BIP 173, BIP 350): version 0 carries a bech32 checksum over 20 or 32 bytes, later
 * versions a bech32m checksum over 2 to 40 bytes. Accepted in lower case only.
 */
export function segwit(prefix: string): AddressValidator {
  return (address) => {
    if (address !== address.toLowerCase() || !address.startsWith(`${prefix}1`)) return malformed;
    const isVersionZero = address.startsWith(`${prefix}1q`);
    const decoded = (isVersionZero ? bech32 : bech32m).decodeUnsafe(address);
    if (decoded === undefined || decoded.prefix !== prefix) return wrongChecksum;
    const program = bech32.fromWordsUnsafe(decoded.words.slice(1));
    if (program === undefined) return malformed;
    const { length } = program;
    const fits = isVersionZero ? length === 20 || length === 32 : length >= 2 && length <= 40;
    return fits ? valid(address) : malformed;
  };
}
