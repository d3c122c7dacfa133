import type { DifficultyScale } from '../core/difficulty.ts';
import { bytesOfHex } from '../wire/hex.ts';
import { plainNumber } from '../wire/plain-number.ts';
import type { MessageOutcome, Terms } from './client-dialect.ts';
import { same } from './common-questions.ts';

const hashRange = 1n << 256n;
const idMax = 128;

/** The name of a job: 1 to 128 characters of ASCII that can be printed. */
export function readJobId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > idMax) return undefined;
  return /^[\x20-\x7e]+$/.test(value) ? value : undefined;
}

/** Digits of whole bytes, at most `bytesMax`, in lower case. */
export function readDigits(value: unknown, bytesMax: number): string | undefined {
  if (typeof value !== 'string' || value.length > 2 * bytesMax) return undefined;
  return /^(?:[0-9a-f]{2})*$/i.test(value) ? value.toLowerCase() : undefined;
}

/** The same of exactly so long a text, with or without 0x. */
export function readSized(value: unknown, bytes: number): string | undefined {
  const text = typeof value === 'string' && value.startsWith('0x') ? value.slice(2) : value;
  const digits = readDigits(text, bytes);
  return digits?.length === 2 * bytes ? digits : undefined;
}

/** The fields of an object; none of anything else. */
export function readFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/**
 * The terms with another beginning of the nonce, digits of which nothing is believed.
 *
 * @param prefixBytesMax what a pool may fix of it: with fewer bytes of its own a machine is through with a job too soon
 */
export function fixPrefix(
  value: unknown,
  terms: Terms,
  { nonceBytes, prefixBytesMax }: { readonly nonceBytes: number; readonly prefixBytesMax: number },
): Exclude<MessageOutcome<never>, string> | 'bad-extranonce' {
  const prefix = readDigits(value, prefixBytesMax);
  if (prefix === undefined) return 'bad-extranonce';
  return same({ ...terms, room: { prefix, freeBytes: nonceBytes - prefix.length / 2 } });
}

/** A target of 32 bytes as it is printed, from 1 on. */
export function readTarget(value: unknown): bigint | undefined {
  const digits = readSized(value, 32);
  const target = digits === undefined ? 0n : BigInt(`0x${digits}`);
  return target > 0n ? target : undefined;
}

/**
 * The highest hash of a share of this difficulty, exactly; undefined where it is no number above zero, harder than 2^256 hashes or easier
 * than one.
 */
export function readDifficulty(value: unknown, scale: DifficultyScale): bigint | undefined {
  let difficulty = plainNumber(value);
  if (!Number.isFinite(difficulty) || difficulty <= 0) return undefined;
  let numerator = scale.difficulty1Target;
  // A difficulty far below one hash would need more doublings than its number has bits.
  if (difficulty * Number(scale.hashesPerDifficulty1) < 1) return undefined;
  while (!Number.isInteger(difficulty)) {
    difficulty *= 2;
    numerator *= 2n;
  }
  const target = numerator / BigInt(difficulty);
  if (target === 0n) return undefined;
  return target < hashRange ? target : hashRange - 1n;
}

/** The bytes of digits that were read. */
export function bytesOf(digits: string | undefined): Uint8Array | undefined {
  return digits === undefined ? undefined : bytesOfHex(digits, digits.length / 2);
}

/** The height of a block, as a number or as text. */
export function readHeight(value: unknown): number | undefined {
  const height = value === '' ? Number.NaN : plainNumber(value);
  return Number.isSafeInteger(height) && height >= 0 ? height : undefined;
}
