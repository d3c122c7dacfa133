import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { hashNexa, miningHash, signSchnorr } from './nexapow.ts';
import { bytesOf } from './testing/vectors.ts';
import file from './vectors/nexapow.json' with { type: 'json' };

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
});
