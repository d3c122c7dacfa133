import { addressOfScript } from '@openlode/mining/address-payment';
import { createBase58check } from '@scure/base';
import { createHash } from 'node:crypto';
import { hash160, pubECDSA } from '@scure/btc-signer/utils.js';
import type { KeyDescription } from '@openlode/signing/messages';
import { isSecretKey } from '../secret-key.ts';
import { bitcoinNetwork } from './networks.ts';

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());

/** Reads a key as wallets export it (WIF), with the mark of compressed public keys: only those have witness addresses, and the signer hashes no others. */
export function importBitcoinKey(network: string, text: string): Uint8Array | undefined {
  const bytes = decodeOrNone(text);
  if (bytes?.length !== 34 || bytes[0] !== bitcoinNetwork(network).wif || bytes[33] !== 1) return undefined;
  const key = bytes.slice(1, 33);
  return isSecretKey(key) ? key : undefined;
}

function decodeOrNone(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}

/** A key pays and is paid as the hash of a witness key, version 0 (BIP 141), or of a key on networks without witnesses. */
export function describeBitcoinKey(network: string, secret: Uint8Array): KeyDescription {
  const { publicKey, hash } = publicPart(secret);
  const { keys, addresses } = bitcoinNetwork(network);
  const script =
    keys === 'witness-key'
      ? Uint8Array.of(0, hash.length, ...hash)
      : // OP_DUP OP_HASH160 <20 bytes> OP_EQUALVERIFY OP_CHECKSIG
        Uint8Array.of(0x76, 0xa9, hash.length, ...hash, 0x88, 0xac);
  const address = addressOfScript(addresses, script);
  if (address === undefined) throw new Error(`${network} has no addresses for its keys`);
  return {
    address,
    publicKey: Buffer.from(publicKey).toString('hex'),
    script: Buffer.from(script).toString('hex'),
  };
}

interface PublicPart {
  readonly publicKey: Uint8Array;
  readonly hash: Uint8Array;
}

/** Of the keys that are in use: each request asks for all of them, and one takes a millisecond. */
const publicParts = new WeakMap<Uint8Array, PublicPart>();

function publicPart(secret: Uint8Array): PublicPart {
  const known = publicParts.get(secret);
  if (known !== undefined) return known;
  const publicKey = pubECDSA(secret, true);
  const part = { publicKey, hash: hash160(publicKey) };
  publicParts.set(secret, part);
  return part;
}
