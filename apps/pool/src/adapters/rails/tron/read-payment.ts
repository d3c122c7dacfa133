import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { readTransferData, transferData } from './token-transfer.ts';
import { readMessage, type WireValue, writeMessage } from './wire-fields.ts';

/** A payment that is not signed yet. */
export interface UnsignedPayment {
  readonly account: string;
  readonly payee: string;
  /** The contract of a token; undefined for TRX. */
  readonly token?: string | undefined;
  /** In sun, or the smallest unit of the token. */
  readonly amount: bigint;
  /** The most that the execution of a contract may take, in sun; undefined for TRX, which needs none. */
  readonly feeLimit?: bigint | undefined;
  /** Of the block that it names, in hex: the two lowest bytes of its number, and eight of its id. */
  readonly refBytes: string;
  readonly refHash: string;
  /** In ms. No block can have it whose predecessor is as late as this. */
  readonly expiration: number;
  readonly timestamp: number;
}

/** A transaction that makes one payment of TRX or of a token, as its bytes say it. */
export interface TronPayment extends UnsignedPayment {
  /** 64 hexadecimal digits. */
  readonly txid: string;
}

/** The two kinds of a transaction that pay: their numbers and names. */
const kinds = {
  coin: { type: 1n, name: 'type.googleapis.com/protocol.TransferContract' },
  token: { type: 31n, name: 'type.googleapis.com/protocol.TriggerSmartContract' },
} as const;
/** A payment has 204 bytes, of a token 283. What is longer is not looked into: it may be of any length. */
const bytesMax = 400;

/** What is signed, in lower-case hex. */
export function writeRaw(payment: UnsignedPayment): string {
  const { token, refBytes, refHash, expiration, timestamp, feeLimit = 0n } = payment;
  const kind = token === undefined ? kinds.coin : kinds.token;
  const parameter = writeMessage([
    [1, Buffer.from(kind.name)],
    [2, token === undefined ? writeTransfer(payment) : writeCall(payment, token)],
  ]);
  const contract = writeMessage([
    [1, kind.type],
    [2, parameter],
  ]);
  return writeMessage([
    [1, hex(refBytes)],
    [4, hex(refHash)],
    [8, BigInt(expiration)],
    [11, contract],
    [14, BigInt(timestamp)],
    [18, feeLimit],
  ]).toString('hex');
}

function writeTransfer({ account, payee, amount }: UnsignedPayment): Uint8Array {
  return writeMessage([
    [1, hex(account)],
    [2, hex(payee)],
    [3, amount],
  ]);
}

function writeCall({ account, payee, amount }: UnsignedPayment, token: string): Uint8Array {
  return writeMessage([
    [1, hex(account)],
    [2, hex(token)],
    [4, hex(transferData(payee, amount))],
  ]);
}

/** The id of what is signed (`raw_data`), in hex. */
export function idOf(raw: Uint8Array): string {
  return createHash('sha256').update(raw).digest('hex');
}

/**
 * Reads signed bytes: undefined for anything but one plain payment of TRX or a token that its account has signed with its own key, as its owner, without a memo. What was read is
 * written again and has to be the same bytes. Accounts are 21 bytes in hex.
 */
export function readPayment(bytes: Uint8Array): TronPayment | undefined {
  try {
    const signed = readSigned(bytes);
    if (signed === undefined) return undefined;
    const { payment, signature } = signed;
    return signerOf(payment.txid, signature) === payment.account ? payment : undefined;
  } catch {
    // It is not written as it should be, or its signature is none.
    return undefined;
  }
}

/**
 * The same without a look at the signature, of what the signer names as signed by itself: a signature takes milliseconds, and all that was signed lately is read before
 * each payment.
 */
export function decodePayment(bytes: Uint8Array): TronPayment | undefined {
  try {
    return readSigned(bytes)?.payment;
  } catch {
    return undefined;
  }
}

/** The same of what is signed alone, whose hash is its id. */
export function readUnsigned(raw: Uint8Array): UnsignedPayment | undefined {
  try {
    return raw.length > bytesMax ? undefined : readRaw(raw);
  } catch {
    return undefined;
  }
}

function readSigned(
  bytes: Uint8Array,
): { readonly payment: TronPayment; readonly signature: Uint8Array } | undefined {
  if (bytes.length > bytesMax) return undefined;
  const { 1: raw, 2: signature, length } = entriesOf(bytes);
  if (length !== 2 || !(raw instanceof Uint8Array) || !(signature instanceof Uint8Array)) return undefined;
  const payment = readRaw(raw);
  return payment && { payment: { txid: idOf(raw), ...payment }, signature };
}

/** What `raw_data` says; undefined where it is no plain payment, or is not written in the one way. Throws where it is no message. */
function readRaw(raw: Uint8Array): UnsignedPayment | undefined {
  const fields = entriesOf(raw);
  const contract = entriesOf(blockOf(fields[11]));
  const parameter = entriesOf(blockOf(contract[2]));
  const paid = contract[1] === kinds.token.type ? readCall : readTransfer;
  const payment = {
    ...paid(entriesOf(blockOf(parameter[2]))),
    ...(fields[18] !== undefined && { feeLimit: numberOf(fields[18]) }),
    refBytes: digits(fields[1], 2),
    refHash: digits(fields[4], 8),
    expiration: Number(numberOf(fields[8])),
    timestamp: Number(numberOf(fields[14])),
  };
  // A limit is that of a call, and each call has one.
  if ((payment.token === undefined) !== (payment.feeLimit === undefined)) return undefined;
  return writeRaw(payment) === Buffer.from(raw).toString('hex') ? payment : undefined;
}

type Paid = Pick<UnsignedPayment, 'account' | 'payee' | 'token' | 'amount'>;

function readTransfer(transfer: Entries): Paid {
  return { account: digits(transfer[1], 21), payee: digits(transfer[2], 21), amount: numberOf(transfer[3]) };
}

function readCall(call: Entries): Paid {
  const read = readTransferData(Buffer.from(blockOf(call[4])).toString('hex'));
  if (read === undefined) throw new TypeError('it calls something else than a transfer');
  return { account: digits(call[1], 21), token: digits(call[2], 21), payee: read.payee, amount: read.units };
}

type Entries = Readonly<Record<number, WireValue>> & { readonly length: number };

/** Fields by number, and how many there are. */
function entriesOf(bytes: Uint8Array): Entries {
  const fields = readMessage(bytes);
  return Object.assign(Object.fromEntries(fields) as Record<number, WireValue>, { length: fields.size });
}

function blockOf(value: WireValue | undefined): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new TypeError('a message is missing');
  return value;
}

function numberOf(value: WireValue | undefined): bigint {
  if (typeof value !== 'bigint') throw new TypeError('a number is missing');
  return value;
}

function digits(value: WireValue | undefined, length: number): string {
  const bytes = blockOf(value);
  if (bytes.length !== length) throw new TypeError('bytes of another length');
  return Buffer.from(bytes).toString('hex');
}

/** The account whose key has signed. Both numbers of the signature, and then 27 or 28. */
function signerOf(txid: string, signature: Uint8Array): string | undefined {
  const recovery = (signature[64] ?? 0) - 27;
  if (signature.length !== 65 || (recovery !== 0 && recovery !== 1)) return undefined;
  const key = secp256k1.recoverPublicKey(Uint8Array.of(recovery, ...signature.subarray(0, 64)), hex(txid), {
    prehash: false,
  });
  const point = secp256k1.Point.fromBytes(key).toBytes(false).subarray(1);
  return `41${Buffer.from(keccak_256(point).subarray(12)).toString('hex')}`;
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

/** Signed bytes, as a node takes them. */
export function writeSigned(raw: Uint8Array, signatures: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(
    Buffer.concat([writeMessage([[1, raw]]), ...signatures.map((each) => writeMessage([[2, each]]))]),
  );
}
