import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { SignedTransaction } from '../family.ts';

/** What a transaction of one payment of TRX says. Nothing else is in it: no memo, no other permission than that of the owner. */
export interface TronFields {
  /** The two lowest bytes of the number of a block, and eight bytes of its id, in hex: only a chain that has this block can have the transaction. */
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  /** In ms. No block can have it whose predecessor is as late as this. */
  readonly expiration: bigint;
  readonly timestamp: bigint;
  /** 21 bytes in hex. */
  readonly owner: string;
  readonly payee: string;
  /** In sun, 10^-6 TRX. */
  readonly amount: bigint;
}

/** Of a whole number of 64 bits with a sign. */
export const numberMax = 2n ** 63n - 1n;

const typeName = 'type.googleapis.com/protocol.TransferContract';
const transferType = 1;

/** The one way in which a payment is written (protocol buffers, `Transaction.raw` of `Tron.proto`): the fields in the order of their numbers. */
export function writeRaw(fields: TronFields): Uint8Array {
  const { refBlockBytes, refBlockHash, expiration, timestamp, owner, payee, amount } = fields;
  const transfer = [
    ...block(0x0a, Buffer.from(owner, 'hex')),
    ...block(0x12, Buffer.from(payee, 'hex')),
    ...number(0x18, amount),
  ];
  const parameter = [...block(0x0a, Buffer.from(typeName, 'latin1')), ...block(0x12, transfer)];
  const contract = [...number(0x08, BigInt(transferType)), ...block(0x12, parameter)];
  return Uint8Array.from([
    ...block(0x0a, Buffer.from(refBlockBytes, 'hex')),
    ...block(0x22, Buffer.from(refBlockHash, 'hex')),
    ...number(0x40, expiration),
    ...block(0x5a, contract),
    ...number(0x70, timestamp),
  ]);
}

/** @param name the number of the field, and that a length follows */
function block(name: number, value: Iterable<number>): readonly number[] {
  const bytes = [...value];
  return [name, ...varint(BigInt(bytes.length)), ...bytes];
}

function number(name: number, value: bigint): readonly number[] {
  return [name, ...varint(value)];
}

/** Seven bits a byte, the lowest first. */
function varint(value: bigint): readonly number[] {
  const low = Number(value & 0x7fn);
  return value < 0x80n ? [low] : [low | 0x80, ...varint(value >> 7n)];
}

/** The id of a transaction, which is what is signed. */
export function idOf(raw: Uint8Array): Uint8Array {
  return sha256(raw);
}

/** Deterministic (RFC 6979): both numbers of the signature, and which of the possible keys has made it. */
export function signTron(raw: Uint8Array, secret: Uint8Array): SignedTransaction {
  const id = idOf(raw);
  const signature = secp256k1.sign(id, secret, { prehash: false, format: 'recovered' });
  const [recovery = 0] = signature;
  const signed = [...signature.subarray(1), 27 + recovery];
  return {
    bytes: Uint8Array.from([...block(0x0a, raw), ...block(0x12, signed)]),
    txid: Buffer.from(id).toString('hex'),
  };
}
