import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AddressVerdict } from '../address-validator.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

const shape = /^0x[0-9a-fA-F]{40}$/;

/** The spelling of `0x` and 40 hex digits whose upper-case letters carry a checksum (EIP-55). */
export function toEip55(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  let spelled = '0x';
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charAt(index);
    spelled += Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit;
  }
  return spelled;
}

/** One case alone carries no checksum and is accepted; mixed case must be the EIP-55 spelling, which is canonical. */
export function judgeEip55(address: string): AddressVerdict {
  if (!shape.test(address)) return malformed;
  const digits = address.slice(2);
  const canonical = toEip55(address);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || address === canonical ? valid(canonical) : wrongChecksum;
}
