import { blake2b } from '@noble/hashes/blake2.js';
import { base32nopad } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { decodeBytes } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

/** Payload lengths by protocol: secp256k1 key hash, actor hash, BLS key, and an Ethereum account (namespace 10). */
const payloadLengths: Readonly<Record<string, number>> = { '1': 20, '2': 20, '3': 48, '410f': 20 };
const shape = /^f(1|2|3|410f)([a-z2-7]+)$/;
const idMax = 2n ** 63n - 1n;

/**
 * Filecoin on the main network: base32 with four bytes of BLAKE2b over protocol and payload. An id (`f0…`) has no
 * checksum; only its range is checked.
 */
export const filecoin: AddressValidators = {
  FIL: (address) => {
    if (/^f0\d{1,19}$/.test(address)) return BigInt(address.slice(2)) <= idMax ? valid(address) : malformed;
    const [, protocol = '', body = ''] = shape.exec(address) ?? [];
    const payloadLength = payloadLengths[protocol];
    if (payloadLength === undefined || body.length !== Math.ceil(((payloadLength + 4) * 8) / 5))
      return malformed;
    const bytes = decodeBytes(base32nopad, body.toUpperCase());
    // The last letter holds bits that belong to no byte; when they are set, the checksum cannot be right either.
    if (bytes === null) return wrongChecksum;
    const head = protocol === '410f' ? [4, 10] : [Number(protocol)];
    const payload = bytes.subarray(0, payloadLength);
    const expected = blake2b(Uint8Array.from([...head, ...payload]), { dkLen: 4 });
    const isRight = bytes.subarray(payloadLength).every((byte, index) => byte === expected[index]);
    return isRight ? valid(address) : wrongChecksum;
  },
};
