import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { AddressValidators, AddressVerdict } from '../address-validator.ts';
import { bech32Account } from './bech32-account.ts';
import { judgeEip55, toEip55 } from './eip55.ts';
import { valid } from './verdicts.ts';

const text = bech32Account('zil');

/** Zilliqa writes 20 bytes as bech32 or as hex, like Harmony; either stays as it is. */
export const zilliqa: AddressValidators = {
  ZIL: (address) => (address.startsWith('0x') ? judgeHex(address) : text(address)),
};

/** Beside EIP-55 there is a mixed-case spelling of its own: a letter is upper case where a bit of the SHA-256 is set. */
function judgeHex(address: string): AddressVerdict {
  const verdict = judgeEip55(address);
  if (verdict.kind !== 'wrong-checksum') return verdict;
  const digits = address.slice(2).toLowerCase();
  const bits = BigInt(`0x${bytesToHex(sha256(hexToBytes(digits)))}`);
  const spelled = Array.from(digits, (digit, index) =>
    ((bits >> BigInt(255 - 6 * index)) & 1n) === 1n ? digit.toUpperCase() : digit,
  ).join('');
  return address === `0x${spelled}` ? valid(toEip55(address)) : verdict;
}
