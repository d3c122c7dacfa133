import { bech32 } from '@scure/base';
import { cashChecksum, hasCashChecksum } from './cash-checksum.ts';

const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** What a `prefix:payload` address with a 40-bit checksum says; the payload is the version byte and what follows it. */
export type CashAddress =
  | { readonly kind: 'right'; readonly version: number; readonly payload: Uint8Array }
  | { readonly kind: 'wrong-checksum' }
  | { readonly kind: 'malformed' };

/** Reads the part after the colon. `letters` are the 32 digits in order; Conflux has its own. */
export function readCashAddress(prefix: string, text: string, letters = bech32Letters): CashAddress {
  const words = Array.from(text).map((letter) => letters.indexOf(letter));
  if (words.includes(-1) || words.length <= 8) return { kind: 'malformed' };
  if (!hasCashChecksum(prefix, words)) return { kind: 'wrong-checksum' };
  const bytes = bech32.fromWordsUnsafe(words.slice(0, -8));
  const version = bytes?.[0];
  if (bytes === undefined || version === undefined) return { kind: 'malformed' };
  return { kind: 'right', version, payload: bytes.subarray(1) };
}

/**
 * The address of a hash, with its prefix.
 *
 * @param version the byte before the hash: 0 of a key hash, 8 of a script hash, each of 20 bytes
 */
export function writeCashAddress(prefix: string, version: number, hash: Uint8Array): string {
  const words = bech32.toWords(Uint8Array.of(version, ...hash));
  const all = [...words, ...cashChecksum(prefix, words)];
  return `${prefix}:${all.map((word) => bech32Letters[word]).join('')}`;
}
