import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { KeyDescription } from '@openlode/signing/messages';

const keyLength = 32;

/** Of the keys that are in use: each request asks for all of them. */
const accounts = new WeakMap<Uint8Array, string>();

/** The account of a key, in base58. */
export function accountOfKey(secret: Uint8Array): string {
  const known = accounts.get(secret);
  if (known !== undefined) return known;
  const account = base58.encode(ed25519.getPublicKey(secret));
  accounts.set(secret, account);
  return account;
}

/** Reads a key as wallets export it: the secret and the public key behind each other, in base58, or as the list of numbers that `solana-keygen` writes. */
export function importSolanaKey(_network: string, text: string): Uint8Array | undefined {
  const bytes = text.startsWith('[') ? readNumbers(text) : readBase58(text);
  if (bytes?.length !== 2 * keyLength) return undefined;
  const secret = bytes.slice(0, keyLength);
  return Buffer.from(ed25519.getPublicKey(secret)).equals(bytes.subarray(keyLength)) ? secret : undefined;
}

export function describeSolanaKey(_network: string, secret: Uint8Array): KeyDescription {
  const key = Buffer.from(ed25519.getPublicKey(secret)).toString('hex');
  return { address: accountOfKey(secret), publicKey: key, script: key };
}

/** Ends the name of whatever the runtime keeps for itself, and no key: what is paid there is gone, or makes the transaction none. */
const reservedEnd = '1'.repeat(20);

/** An address has one spelling and no checksum. Undefined where it is none, or no one's. */
export function targetOf(_network: string, address: string): string | undefined {
  return readBase58(address)?.length === keyLength && !address.endsWith(reservedEnd) ? address : undefined;
}

function readBase58(text: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,90}$/.test(text)) return undefined;
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}

function readNumbers(text: string): Uint8Array | undefined {
  if (!/^\[\s*\d{1,3}(?:\s*,\s*\d{1,3}){63}\s*\]$/.test(text)) return undefined;
  const numbers = JSON.parse(text) as readonly number[];
  return numbers.every((each) => each <= 255) ? Uint8Array.from(numbers) : undefined;
}
