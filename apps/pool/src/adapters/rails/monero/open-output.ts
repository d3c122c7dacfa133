import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { outputFor } from '../../chains/monero/payee.ts';
import { varint } from '../../chains/monero/varint.ts';
import type { HiddenOutput } from './read-transaction.ts';

export const { Point } = ed25519;
/** `H` of Monero's amounts. */
const amountPoint = Point.fromHex('8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94');

/** Of 32 bytes, the least significant first, in the group. */
export function scalarOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`) % Point.Fn.ORDER;
}

/** What the two sides of a payment share, one by its secret and the other's public key; undefined where one is none. */
export function shared(secret: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  const scalar = scalarOf(secret);
  if (scalar === 0n) return undefined;
  try {
    return Point.fromBytes(key).multiply(scalar).clearCofactor().toBytes();
  } catch {
    return undefined;
  }
}

/**
 * What an output is worth to the side that shares a secret with the transaction, in 10^-12 XMR; undefined where it is not theirs, or is not worth
 * what it says.
 */
export function openOutput(
  { key, viewTag, amount, commitment }: HiddenOutput,
  index: number,
  spend: Uint8Array,
  secret: Uint8Array,
): bigint | undefined {
  const expected = outputFor(spend, secret, index);
  if (!isSame(expected.output, key) || expected.viewTag !== viewTag) return undefined;
  const scalar = bytesOf(scalarOf(keccak_256(Buffer.concat([secret, varint(index)]))));
  const hidden = keccak_256(Buffer.concat([Buffer.from('amount'), scalar]));
  const value = Buffer.from(amount.map((byte, at) => byte ^ (hidden[at] ?? 0))).readBigUInt64LE();
  const blinding = scalarOf(keccak_256(Buffer.concat([Buffer.from('commitment_mask'), scalar])));
  const worth = amountPoint.multiplyUnsafe(value).add(Point.BASE.multiplyUnsafe(blinding));
  return isSame(worth.toBytes(), commitment) ? value : undefined;
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function bytesOf(scalar: bigint): Uint8Array {
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
}
