import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { createBase58check } from '@scure/base';
import type { KeyDescription } from '@openlode/signing/messages';
import { isSecretKey } from '../secret-key.ts';

const base58check = createBase58check(sha256);

/** Stands before the 20 bytes of every account. */
const prefix = 0x41;

/** Reads a key as wallets export it: 64 digits of hex. */
export function importTronKey(_network: string, text: string): Uint8Array | undefined {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return undefined;
  const key = Uint8Array.from(Buffer.from(text, 'hex'));
  return isSecretKey(key) ? key : undefined;
}

/** Of the keys that are in use: each request asks for all of them. */
const accounts = new WeakMap<Uint8Array, string>();

/** The account of a key: 21 bytes in hex. */
export function accountOfKey(secret: Uint8Array): string {
  const known = accounts.get(secret);
  if (known !== undefined) return known;
  const point = secp256k1.getPublicKey(secret, false).subarray(1);
  const account = `41${Buffer.from(keccak_256(point).subarray(12)).toString('hex')}`;
  accounts.set(secret, account);
  return account;
}

export function describeTronKey(_network: string, secret: Uint8Array): KeyDescription {
  const account = accountOfKey(secret);
  return {
    address: base58check.encode(Buffer.from(account, 'hex')),
    publicKey: Buffer.from(secp256k1.getPublicKey(secret, true)).toString('hex'),
    script: account.slice(2),
  };
}

/** Of no key: what it is sent is gone. */
const noAccount = `41${'00'.repeat(20)}`;

/** The account of an address, 21 bytes in hex; undefined where it is none, or belongs to no key. An address has one spelling on all networks. */
export function targetOf(_network: string, address: string): string | undefined {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(address);
  } catch {
    return undefined;
  }
  const account = Buffer.from(bytes).toString('hex');
  return bytes.length === 21 && bytes[0] === prefix && account !== noAccount ? account : undefined;
}
