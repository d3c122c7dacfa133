import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBigEndian, reversed } from './integers.ts';

const { Point } = secp256k1;
const order = Point.Fn.ORDER;
/** Keeps the nonces of this scheme apart from those of ECDSA with the same key and message. */
const algorithmTag = utf8ToBytes('Schnorr+SHA256  ');

function isScalar(value: bigint): boolean {
  return value > 0n && value < order;
}

/** RFC 6979 §3.2 with HMAC-SHA256 and additional data (§3.6). */
function deterministicNonce(privateKey: Uint8Array, message: Uint8Array): bigint {
  const data = concatBytes(privateKey, message, algorithmTag);
  let value: Uint8Array = new Uint8Array(32).fill(1);
  let key: Uint8Array = new Uint8Array(32);
  key = hmac(sha256, key, concatBytes(value, Uint8Array.of(0), data));
  value = hmac(sha256, key, value);
  key = hmac(sha256, key, concatBytes(value, Uint8Array.of(1), data));
  value = hmac(sha256, key, value);
  for (;;) {
    value = hmac(sha256, key, value);
    const candidate = fromBigEndian(value);
    if (isScalar(candidate)) return candidate;
    key = hmac(sha256, key, concatBytes(value, Uint8Array.of(0)));
    value = hmac(sha256, key, value);
  }
}

/** Whether y is a square modulo the field's prime (Euler's criterion). */
function isSquare(y: bigint): boolean {
  return Point.Fp.eql(Point.Fp.pow(y, (Point.Fp.ORDER - 1n) / 2n), Point.Fp.ONE);
}

/**
 * A Schnorr signature as Bitcoin Cash and Nexa make it: the nonce point's y is a square, the key is hashed in compressed form.
 *
 * @param privateKey 32 bytes
 * @param message 32 bytes, already hashed
 * @returns 64 bytes, or undefined where the bytes are no private key
 * @see Bitcoin Cash specification 2019-05-15, Schnorr signatures
 */
export function signSchnorr(privateKey: Uint8Array, message: Uint8Array): Uint8Array | undefined {
  const secret = fromBigEndian(privateKey);
  if (!isScalar(secret)) return undefined;
  const drawn = deterministicNonce(privateKey, message);
  const noncePoint = Point.BASE.multiply(drawn);
  const nonce = isSquare(noncePoint.y) ? drawn : order - drawn;
  const nonceX = noncePoint.toBytes(true).subarray(1);
  const publicKey = Point.BASE.multiply(secret).toBytes(true);
  const challenge = fromBigEndian(sha256(concatBytes(nonceX, publicKey, message))) % order;
  const proof = (nonce + challenge * secret) % order;
  return concatBytes(nonceX, Point.Fn.toBytes(proof));
}

/** The hash that is used as the private key: SHA-256 twice over the commitment and the nonce with its length. */
export function miningHash(commitment: Uint8Array, nonce: Uint8Array): Uint8Array {
  return sha256(sha256(concatBytes(commitment, Uint8Array.of(nonce.length), nonce)));
}

/**
 * Nexa's proof of work: SHA-256 of a signature that the header's hash makes of its own hash.
 *
 * @param commitment 32 bytes in the order of the stratum job, the reverse of the node's `headerCommitment`
 * @param nonce the pool's twelve bytes: extranonce and nonce
 * @returns 32 bytes, most significant first; undefined where the hash is no private key (one in 2^128)
 */
export function hashNexa(commitment: Uint8Array, nonce: Uint8Array): Uint8Array | undefined {
  const key = miningHash(commitment, nonce);
  const signature = signSchnorr(key, sha256(key));
  return signature && reversed(sha256(signature));
}
