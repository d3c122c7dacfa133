/**
 * A Mining Key is `K-` followed by 20 characters of the RFC 4648 base32 alphabet (100 bits), for example
 * `K-7QZ2MDXA4KPLW3RTBC5E`. It stands in for coin, address and memo in a user string. The dash keeps it apart from every
 * coin symbol, and it holds neither of the separators `:`, `.`, `#` and `?`.
 */
const eitherCase = /^[Kk]-[A-Za-z2-7]{20}$/;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** How many bytes, random or from a keyed hash, a new Mining Key is made from. */
export const miningKeyBytes = 20;

/** Makes a Mining Key: five bits of each byte become one character. Throws a `RangeError` unless there are 20 bytes. */
export function makeMiningKey(bytes: Uint8Array): string {
  if (bytes.length !== miningKeyBytes) throw new RangeError('a Mining Key is made from 20 bytes');
  return `K-${Array.from(bytes, (byte) => letters.charAt(byte & 31)).join('')}`;
}

/** Whether the text is a Mining Key, in either case. */
export function isMiningKey(text: string): boolean {
  return canonicalMiningKey(text) !== null;
}

/** The spelling under which a Mining Key is stored and shown, or null where the text is none. */
export function canonicalMiningKey(text: string): string | null {
  return eitherCase.test(text) ? text.toUpperCase() : null;
}

/** The bits of a Mining Key as one number, five for each character, in either case; null where the text is none. */
export function bitsOfMiningKey(text: string): bigint | null {
  const key = canonicalMiningKey(text);
  if (key === null) return null;
  let bits = 0n;
  for (const letter of key.slice('K-'.length)) bits = bits * 32n + BigInt(letters.indexOf(letter));
  return bits;
}
