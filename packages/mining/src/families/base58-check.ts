import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import type { AddressValidator } from '../address-validator.ts';
import { decodeBytes, endsWithHash, startsWith } from './decode-bytes.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

interface Base58CheckOptions {
  /** What may stand before the payload. */
  readonly versions: readonly (readonly number[])[];
  /** 20 bytes unless told. */
  readonly payloadLength?: number;
  readonly coder?: { decode(text: string): Uint8Array };
  /** Double SHA-256 unless told; its first four bytes are the checksum. */
  readonly hash?: (body: Uint8Array) => Uint8Array;
}

export const doubleSha256 = (body: Uint8Array): Uint8Array => sha256(sha256(body));

/** Version, payload and a four-byte checksum in base58: the address form of Bitcoin that most older chains copied. */
export function base58Check(options: Base58CheckOptions): AddressValidator {
  const { versions, payloadLength = 20, coder = base58, hash = doubleSha256 } = options;
  return (address) => {
    const bytes = decodeBytes(coder, address);
    if (bytes === null) return malformed;
    if (!endsWithHash(bytes, 4, hash)) return wrongChecksum;
    const known = versions.some(
      (version) => bytes.length === version.length + payloadLength + 4 && startsWith(bytes, version),
    );
    return known ? valid(address) : malformed;
  };
}
