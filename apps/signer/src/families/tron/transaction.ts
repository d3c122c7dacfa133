import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { SignedTransaction } from '../family.ts';

/** What a transaction of one payment of TRX or a token says. Nothing else is in it: no memo, no other permission than that of the owner. */
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
  /** In sun, 10^-6 TRX, or in the smallest unit of the token. */
  readonly amount: bigint;
  /** Left out where TRX is paid. */
  readonly call?: TokenCall;
}

/** What a payment of a token (TRC-20) says beside. */
export interface TokenCall {
  /** The contract, 21 bytes in hex. */
  readonly token: string;
  /** The most that its execution may take, in sun. */
  readonly feeLimit: bigint;
}

/** Of a whole number of 64 bits with a sign. */
export const numberMax = 2n ** 63n - 1n;

const transferName = 'type.googleapis.com/protocol.TransferContract';
const transferType = 1n;
const callName = 'type.googleapis.com/protocol.TriggerSmartContract';
const callType = 31n;
/** `transfer(address,uint256)` of TRC-20. */
const transferSelector = 'a9059cbb';

/** The one way in which a payment is written (protocol buffers, `Transaction.raw` of `Tron.proto`): the fields in the order of their numbers. */
export function writeRaw(fields: TronFields): Uint8Array {
  const { refBlockBytes, refBlockHash, expiration, timestamp, call } = fields;
  const contract = call === undefined ? transferContract(fields) : callContract(fields, call);
  return Uint8Array.from([
    ...block(0x0a, Buffer.from(refBlockBytes, 'hex')),
    ...block(0x22, Buffer.from(refBlockHash, 'hex')),
    ...number(0x40, expiration),
    ...block(0x5a, contract),
    ...number(0x70, timestamp),
    // Of a field beyond the fifteenth the name has two bytes.
    ...(call === undefined ? [] : [0x90, ...number(0x01, call.feeLimit)]),
  ]);
}

function transferContract({ owner, payee, amount }: TronFields): readonly number[] {
  return contractOf(transferType, transferName, [
    ...block(0x0a, Buffer.from(owner, 'hex')),
    ...block(0x12, Buffer.from(payee, 'hex')),
    ...number(0x18, amount),
  ]);
}

function callContract({ owner, payee, amount }: TronFields, { token }: TokenCall): readonly number[] {
  // An address in a call has no byte in front, and stands in the last 20 of 32 bytes.
  const data = transferSelector + payee.slice(2).padStart(64, '0') + amount.toString(16).padStart(64, '0');
  return contractOf(callType, callName, [
    ...block(0x0a, Buffer.from(owner, 'hex')),
    ...block(0x12, Buffer.from(token, 'hex')),
    ...block(0x22, Buffer.from(data, 'hex')),
  ]);
}

function contractOf(type: bigint, name: string, value: readonly number[]): readonly number[] {
  const parameter = [...block(0x0a, Buffer.from(name, 'latin1')), ...block(0x12, value)];
  return [...number(0x08, type), ...block(0x12, parameter)];
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
