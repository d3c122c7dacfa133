import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { readAddressPayment } from '../address-payment.ts';

/** A chain whose wallets sign messages as Bitcoin's do. */
export interface SigningChain {
  /** What legacy signatures put before the text; as in each chain's `strMessageMagic`. */
  readonly magic: string;
  /** Version bytes of pay-to-public-key-hash and pay-to-script-hash addresses. */
  readonly keyHash: readonly number[];
  readonly scriptHash: readonly (readonly number[])[];
  /** Human-readable part of segwit addresses; null where the chain has none. */
  readonly segwit: string | null;
}

function chain(
  name: string,
  keyHash: readonly number[],
  scriptHash: readonly (readonly number[])[] = [],
  segwit: string | null = null,
): SigningChain {
  return { magic: `${name} Signed Message:\n`, keyHash, scriptHash, segwit };
}

/** By address family. Wrapped segwit (script hash) is for chains with segwit only. */
export const signingChains: Readonly<Record<string, SigningChain>> = {
  BTC: chain('Bitcoin', [0x00], [[0x05]], 'bc'),
  LTC: chain('Litecoin', [0x30], [[0x32], [0x05]], 'ltc'),
  DGB: chain('DigiByte', [0x1e], [[0x3f], [0x05]], 'dgb'),
  VTC: chain('Vertcoin', [0x47], [[0x05]], 'vtc'),
  BTG: chain('Bitcoin Gold', [0x26], [[0x17]], 'btg'),
  VIA: chain('Viacoin', [0x47], [[0x21]], 'via'),
  DOGE: chain('Dogecoin', [0x1e]),
  DASH: chain('DarkCoin', [0x4c]),
  RVN: chain('Raven', [0x3c]),
  ZEC: chain('Zcash', [0x1c, 0xb8]),
  FIRO: chain('Zcoin', [0x52]),
  KMD: chain('Komodo', [0x3c]),
};

/** What an address pays to, as far as one key can sign for it. */
export type KeyAddress =
  | { readonly kind: 'key-hash'; readonly hash: Uint8Array }
  /** Pay-to-witness-public-key-hash inside pay-to-script-hash; `hash` is the script's. */
  | { readonly kind: 'script-hash'; readonly hash: Uint8Array }
  | { readonly kind: 'witness-key-hash'; readonly hash: Uint8Array }
  | { readonly kind: 'taproot'; readonly key: Uint8Array };

/** Reads an address in its canonical spelling; undefined for one that no single key signs for. */
export function readKeyAddress(family: SigningChain, address: string): KeyAddress | undefined {
  const payment = readAddressPayment(
    {
      keyHash: [family.keyHash],
      scriptHash: family.scriptHash,
      segwit: family.segwit === null ? [] : [family.segwit],
    },
    address,
  );
  if (payment?.kind === 'template') return undefined;
  if (payment?.kind !== 'witness') return payment;
  const { version, program } = payment;
  if (version === 0 && program.length === 20) return { kind: 'witness-key-hash', hash: program };
  return version === 1 && program.length === 32 ? { kind: 'taproot', key: program } : undefined;
}

/** BIP 340: SHA-256 of the tag's hash, twice, and the message. */
export function taggedHash(tag: string, message: Uint8Array): Uint8Array {
  const name = sha256(utf8ToBytes(tag));
  return sha256.create().update(name).update(name).update(message).digest();
}
