import { bech32 } from '@scure/base';
import type { AddressValidator } from '../address-validator.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/** A 20-byte account in bech32 under the chain's own prefix, in lower case: the form of the Cosmos chains. */
export function bech32Account(prefix: string): AddressValidator {
  return (address) => {
    if (address !== address.toLowerCase() || !address.startsWith(`${prefix}1`)) return malformed;
    const decoded = bech32.decodeUnsafe(address);
    if (decoded === undefined || decoded.prefix !== prefix) return wrongChecksum;
    return bech32.fromWordsUnsafe(decoded.words)?.length === 20 ? valid(address) : malformed;
  };
}
