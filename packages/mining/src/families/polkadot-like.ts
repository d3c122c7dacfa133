import { blake2b } from '@noble/hashes/blake2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { AddressValidator, AddressValidators } from '../address-validator.ts';
import { decodeBytes, endsWithHash } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

const context = utf8ToBytes('SS58PRE');

/** Polkadot and Kusama: SS58 with a one-byte network, a 32-byte key and two bytes of BLAKE2b-512. */
export const polkadotLike: AddressValidators = { DOT: ss58(0), KSM: ss58(2) };

function ss58(network: number): AddressValidator {
  return (address) => {
    const bytes = decodeBytes(base58, address);
    if (bytes === null) return malformed;
    const isRight = endsWithHash(bytes, 2, (body) => blake2b(Uint8Array.from([...context, ...body])));
    if (!isRight) return wrongChecksum;
    return bytes.length === 35 && bytes[0] === network ? valid(address) : malformed;
  };
}
