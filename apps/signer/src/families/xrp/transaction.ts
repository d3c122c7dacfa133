import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { SignedTransaction } from '../family.ts';
import { sha512Half } from './keys.ts';

/** What a transaction of one payment of XRP says. Nothing else is in it: no paths, no memos, no flags, and so no partial payment. */
export interface XrpFields {
  /** Of networks above 1024. */
  readonly networkId: number | undefined;
  readonly sequence: number;
  /** The destination tag. */
  readonly tag: number | undefined;
  /** The last ledger that may have it. */
  readonly lastLedger: number;
  /** In drops, 10^-6 XRP. */
  readonly amount: bigint;
  readonly fee: bigint;
  /** 20 bytes in hex. */
  readonly account: string;
  readonly payee: string;
}

/** What stands before the signature, and behind it: the fields in the order that the ledger has. */
export interface UnsignedXrp {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** Nothing of an amount is above it: all XRP that there ever was, in drops. */
export const dropsMax = 100_000_000_000_000_000n;
/** Set in a positive amount of XRP. */
const positive = 1n << 62n;

/**
 * The one way in which a payment is written (`serialization` in the documents of the ledger): each field behind its type and number, sorted by
 * both. The key that signs (compressed) stands in it once the signer has added it.
 */
export function unsignedXrp(fields: XrpFields, publicKey?: Uint8Array): UnsignedXrp {
  const { networkId, sequence, tag, lastLedger, amount, fee, account, payee } = fields;
  return {
    head: Uint8Array.from([
      ...field([0x12], [0, 0]),
      ...(networkId === undefined ? [] : field([0x21], uint32(networkId))),
      ...field([0x22], uint32(0)),
      ...field([0x24], uint32(sequence)),
      ...(tag === undefined ? [] : field([0x2e], uint32(tag))),
      ...field([0x20, 0x1b], uint32(lastLedger)),
      ...field([0x61], drops(amount)),
      ...field([0x68], drops(fee)),
      ...(publicKey === undefined ? [] : field([0x73, publicKey.length], publicKey)),
    ]),
    tail: Uint8Array.from([
      ...field([0x81, 20], Buffer.from(account, 'hex')),
      ...field([0x83, 20], Buffer.from(payee, 'hex')),
    ]),
  };
}

/** @param name what stands before the value: its type and number, and its length where that is not fixed */
function field(name: readonly number[], value: Iterable<number>): readonly number[] {
  return [...name, ...value];
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function drops(amount: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(positive | amount);
  return bytes;
}

/** `STX\0` and `TXN\0`. */
const [signingPrefix, idPrefix] = [
  [0x53, 0x54, 0x58, 0],
  [0x54, 0x58, 0x4e, 0],
] as const;

/** What is signed. */
export function signingHash({ head, tail }: UnsignedXrp): Uint8Array {
  return sha512Half(Uint8Array.from([...signingPrefix, ...head, ...tail]));
}

/** Deterministic (RFC 6979), with the lower of both possible numbers: the ledger takes no other. */
export function signXrp(unsigned: UnsignedXrp, secret: Uint8Array): SignedTransaction {
  const signature = secp256k1.sign(signingHash(unsigned), secret, {
    prehash: false,
    format: 'der',
    lowS: true,
  });
  const bytes = Uint8Array.from([...unsigned.head, 0x74, signature.length, ...signature, ...unsigned.tail]);
  const id = sha512Half(Uint8Array.from([...idPrefix, ...bytes]));
  return { bytes, txid: Buffer.from(id).toString('hex') };
}
