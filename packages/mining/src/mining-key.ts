/**
 * A Mining Key is `K-` followed by 20 characters of the RFC 4648 base32 alphabet (100 bits), for example
 * `K-7QZ2MDXA4KPLW3RTBC5E`. It stands in for coin, address and memo in a user string. The dash keeps it apart from every
 * coin symbol, and it holds neither of the separators `:`, `.`, `#` and `?`.
 */
const eitherCase = /^[Kk]-[A-Za-z2-7]{20}$/;

/** How many base32 characters follow `K-`. */
export const miningKeyBodyLength = 20;

/** Whether the text is a Mining Key, in either case. */
export function isMiningKey(text: string): boolean {
  return canonicalMiningKey(text) !== null;
}

/** The spelling under which a Mining Key is stored and shown, or null where the text is none. */
export function canonicalMiningKey(text: string): string | null {
  return eitherCase.test(text) ? text.toUpperCase() : null;
}
