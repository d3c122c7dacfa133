import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toEip55 } from '@openlode/mining/eip55';
import type { KeyDescription } from '@openlode/signing/messages';
import { isSecretKey } from '../secret-key.ts';

/** Reads a key as wallets export it: 64 digits of hex, perhaps after 0x. */
export function importEvmKey(_network: string, text: string): Uint8Array | undefined {
  const [, digits] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const key = Uint8Array.from(Buffer.from(digits, 'hex'));
  return isSecretKey(key) ? key : undefined;
}

export function describeEvmKey(_network: string, secret: Uint8Array): KeyDescription {
  const account = senderOf(secret);
  return {
    address: toEip55(account),
    publicKey: Buffer.from(secp256k1.getPublicKey(secret, true)).toString('hex'),
    script: account.slice(2),
  };
}

/** Of the keys that are in use: each request asks for all of them. */
const accounts = new WeakMap<Uint8Array, string>();

/** The account of a key, in lower case. */
export function senderOf(secret: Uint8Array): string {
  const known = accounts.get(secret);
  if (known !== undefined) return known;
  const point = secp256k1.getPublicKey(secret, false).subarray(1);
  const account = `0x${Buffer.from(keccak_256(point).subarray(12)).toString('hex')}`;
  accounts.set(secret, account);
  return account;
}

/** An address in lower case; undefined where it is none, its checksum is wrong (EIP-55), or no key has it. */
export function targetOf(_network: string, address: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined;
  const target = address.toLowerCase();
  const isSpelled = address === target || address === toEip55(address);
  return isSpelled && !/^0x0{40}$/.test(target) ? target : undefined;
}
