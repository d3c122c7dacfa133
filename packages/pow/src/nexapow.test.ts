import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBigEndian } from './integers.ts';
import { hashNexa, miningHash, signSchnorr } from './nexapow.ts';
import { flipBit } from './testing/flip-bit.ts';
import { bytesOf } from './testing/vectors.ts';
import file from './vectors/nexapow.json' with { type: 'json' };

const { Point } = secp256k1;
const order = Point.Fn.ORDER;
const hashed = file.vectors.filter((vector) => vector.commitment_raw !== undefined);

describe('proof of work of Nexa', () => {
  it('has vectors', () => {
    expect(hashed).toHaveLength(4);
  });

  it.each(hashed)('hashes $name $nonce', (vector) => {
    const commitment = bytesOf(vector.commitment_raw);
    const nonce = bytesOf(vector.nonce);
    expect(bytesToHex(miningHash(commitment, nonce))).toBe(vector.mining_hash_raw);
    expect(bytesToHex(hashNexa(commitment, nonce)?.toReversed() ?? new Uint8Array())).toBe(
      vector.pow_bytes_le,
    );
  });

  it('signs as Bitcoin Cash does', () => {
    const vector = file.vectors.find((each) => each.private_key !== undefined);
    const signature = signSchnorr(bytesOf(vector?.private_key), bytesOf(vector?.message_hash));
    expect(bytesToHex(signature ?? new Uint8Array())).toBe(vector?.signature64);
  });

  it('has no signature where the bytes are no private key', () => {
    const message = new Uint8Array(32).fill(7);
    expect(signSchnorr(new Uint8Array(32), message)).toBeUndefined();
    expect(signSchnorr(new Uint8Array(32).fill(255), message)).toBeUndefined();
  });

  /** The equation of the specification, in a second arithmetic: the proof times the base is the nonce point and the key's part. */
  const isValid = (privateKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
    const publicKey = Point.BASE.multiply(fromBigEndian(privateKey));
    const [x, proof] = [signature.subarray(0, 32), fromBigEndian(signature.subarray(32))];
    const challenge = fromBigEndian(sha256(concatBytes(x, publicKey.toBytes(true), message))) % order;
    const nonce = Point.BASE.multiply(proof).subtract(publicKey.multiply(challenge));
    const { x: nonceX, y } = nonce.toAffine();
    return nonceX === fromBigEndian(x) && Point.Fp.eql(Point.Fp.pow(y, (Point.Fp.ORDER - 1n) / 2n), 1n);
  };

  it('signs what its public key confirms, and always alike', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: order - 1n }), bytes, (secret, message) => {
        const key = Point.Fn.toBytes(secret);
        const signature = signSchnorr(key, message) ?? new Uint8Array(64);
        expect(isValid(key, message, signature)).toBe(true);
        expect(isValid(key, flipBit(message, 3), signature)).toBe(false);
        expect(signSchnorr(key, message)).toEqual(signature);
      }),
      { numRuns: 5 },
    );
  });

  it('takes the keys at both ends, and none beyond', () => {
    const message = new Uint8Array(32).fill(7);
    const signs = (secret: bigint) =>
      signSchnorr(
        Uint8Array.from({ length: 32 }, (_, at) => Number((secret >> BigInt(8 * (31 - at))) & 255n)),
        message,
      ) !== undefined;
    expect([0n, 1n, order - 1n, order, order + 1n].map(signs)).toEqual([false, true, true, false, false]);
  });

  it('hashes the length of a nonce with it: zeros at its end are another nonce', () => {
    const commitment = new Uint8Array(32).fill(5);
    const hashes = [11, 12, 13].map((length) => bytesToHex(miningHash(commitment, new Uint8Array(length))));
    expect(new Set(hashes).size).toBe(3);
  });
});
