import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

export const { Point } = ed25519;
export type Point = InstanceType<typeof Point>;

/** The order of the group. */
export const order = Point.Fn.ORDER;

/** The second generator, for amounts: no one knows what number leads to it (`H` of `rctTypes.h`). */
export const amountBase = Point.fromHex('8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94');

/** A number, the least significant byte first. */
export function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

export function bytesOf(number: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse());
}

/** Of a hash, in the group. */
export function scalarOf(...parts: readonly Uint8Array[]): bigint {
  return numberOf(keccak(...parts)) % order;
}

export function keccak(...parts: readonly Uint8Array[]): Uint8Array {
  return keccak_256(Buffer.concat(parts));
}

/** What two sides of a payment share: each has one secret, and the public key of the other. */
export function sharedSecret(secret: bigint, key: Point): Uint8Array {
  return key.multiply(secret).clearCofactor().toBytes();
}

/** A public key of the group itself; undefined where the bytes are none. */
export function readPoint(bytes: Uint8Array): Point | undefined {
  try {
    const point = Point.fromBytes(bytes);
    return point.isSmallOrder() || !point.isTorsionFree() ? undefined : point;
  } catch {
    return undefined;
  }
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
