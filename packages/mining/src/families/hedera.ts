import type { AddressValidators } from '../address-validator.ts';
import { malformed, valid, wrongChecksum } from './verdicts.ts';

const shape = /^(0\.0\.(?:0|[1-9]\d{0,9}))(?:-([a-z]{5}))?$/;

/**
 * Hedera accounts. The number alone carries no checksum; the optional five letters behind it do (HIP-15). Without
 * them is canonical.
 */
export const hedera: AddressValidators = {
  HBAR: (address) => {
    const [, account, letters] = shape.exec(address) ?? [];
    if (account === undefined) return malformed;
    return letters === undefined || letters === hederaChecksum(account) ? valid(account) : wrongChecksum;
  },
};

/** The five letters of HIP-15 for an account of the main network, whose ledger id is the single byte 0. */
export function hederaChecksum(account: string): string {
  const digits = Array.from(account).map((digit) => (digit === '.' ? 10 : Number(digit)));
  let even = 0;
  let odd = 0;
  let weighted = 0;
  for (const [index, digit] of digits.entries()) {
    weighted = (weighted * 31 + digit) % 26 ** 3;
    if (index % 2 === 0) even = (even + digit) % 11;
    else odd = (odd + digit) % 11;
  }
  // The ledger id and six zero bytes behind it are weighted too; for a main network of zeros that sum is zero.
  const mixed = (((digits.length % 5) * 11 + even) * 11 + odd) * 26 ** 3 + weighted;
  let rest = ((mixed % 26 ** 5) * 1_000_003) % 26 ** 5;
  let letters = '';
  for (let count = 0; count < 5; count += 1) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters;
    rest = Math.floor(rest / 26);
  }
  return letters;
}
