import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import type { KeyDescription } from '@openlode/signing/messages';
import { isSecretKey } from '../secret-key.ts';
import { classicAddress, readChecked } from './address.ts';

/** Keys of secp256k1 alone: those of Ed25519, whose seeds begin with sEd, are not taken. */
export function importXrpKey(_network: string, text: string): Uint8Array | undefined {
  const [, digits] = /^(?:00)?([0-9a-fA-F]{64})$/.exec(text) ?? [];
  const key = digits === undefined ? keyOfSeed(text) : Uint8Array.from(Buffer.from(digits, 'hex'));
  return key !== undefined && isSecretKey(key) ? key : undefined;
}

/** A seed of the ledger: 0x21 and 16 bytes. Its first account is meant. */
const seedVersion = 0x21;

function keyOfSeed(text: string): Uint8Array | undefined {
  const bytes = readChecked(text);
  if (bytes?.length !== 17 || bytes[0] !== seedVersion) return undefined;
  const root = numberFrom(bytes.subarray(1));
  const family = secp256k1.getPublicKey(keyOf(root), true);
  const account = numberFrom(Uint8Array.from([...family, 0, 0, 0, 0]));
  return keyOf((root + account) % secp256k1.Point.Fn.ORDER);
}

/** The first half of SHA-512 over the bytes and a counter, whose first value below the order of the curve counts. */
function numberFrom(bytes: Uint8Array): bigint {
  const counter = Buffer.alloc(4);
  for (let count = 0; count < 128; count += 1) {
    counter.writeUInt32BE(count);
    const half = sha512Half(Uint8Array.from([...bytes, ...counter]));
    if (isSecretKey(half)) return BigInt(`0x${Buffer.from(half).toString('hex')}`);
  }
  throw new Error('no number of the curve in 128 hashes');
}

function keyOf(number: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(number.toString(16).padStart(64, '0'), 'hex'));
}

/** What the ledger hashes with. */
export function sha512Half(bytes: Uint8Array): Uint8Array {
  return sha512(bytes).subarray(0, 32);
}

interface Account {
  /** Compressed. */
  readonly publicKey: Uint8Array;
  /** 20 bytes in hex. */
  readonly id: string;
}

/** Of the keys that are in use: each request asks for all of them. */
const accounts = new WeakMap<Uint8Array, Account>();

export function keyAccount(secret: Uint8Array): Account {
  const known = accounts.get(secret);
  if (known !== undefined) return known;
  const publicKey = secp256k1.getPublicKey(secret, true);
  const account = { publicKey, id: Buffer.from(ripemd160(sha256(publicKey))).toString('hex') };
  accounts.set(secret, account);
  return account;
}

export function describeXrpKey(_network: string, secret: Uint8Array): KeyDescription {
  const { publicKey, id } = keyAccount(secret);
  return { address: classicAddress(id), publicKey: Buffer.from(publicKey).toString('hex'), script: id };
}
