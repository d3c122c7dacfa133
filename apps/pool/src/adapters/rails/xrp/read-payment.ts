import { createHash } from 'node:crypto';
import { decode, encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, verify } from 'ripple-keypairs';

/** A transaction that makes one payment of XRP, as its bytes say it. */
export interface XrpPayment {
  /** 64 hexadecimal digits in capitals, as the ledger prints it. */
  readonly txid: string;
  /** Undefined on networks up to 1024. */
  readonly networkId: number | undefined;
  readonly account: string;
  readonly sequence: number;
  /** The last ledger that may have it. */
  readonly lastLedger: number;
  readonly payee: string;
  /** The destination tag; undefined where there is none. */
  readonly tag: number | undefined;
  /** In drops. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** What makes a payment, beside who signs it. */
export type UnsignedPayment = Omit<XrpPayment, 'txid'>;

/** A payment has some 220 bytes. What is longer is not looked into: it may be of any length. */
const bytesMax = 1000;
const needed = ['Account', 'Amount', 'Destination', 'Fee', 'Flags', 'LastLedgerSequence', 'Sequence'];
const signing = ['SigningPubKey', 'TransactionType', 'TxnSignature'];
const possible = new Set([...needed, ...signing, 'DestinationTag', 'NetworkID']);

/**
 * Reads signed bytes: undefined for anything but one plain payment of XRP that its account has signed with its own key, that ends with a ledger, and
 * that pays its whole amount or nothing (no flags, and so no partial payment). What the library has read is written again and has to be the same
 * bytes.
 */
export function readPayment(bytes: Uint8Array): XrpPayment | undefined {
  if (bytes.length > bytesMax) return undefined;
  try {
    return readStrictly(Buffer.from(bytes).toString('hex').toUpperCase());
  } catch {
    // It is not written as it should be, or has a key that is none.
    return undefined;
  }
}

function readStrictly(written: string): XrpPayment | undefined {
  const fields = decode(written);
  const names = Object.keys(fields);
  if (names.some((name) => !possible.has(name)) || needed.some((name) => !names.includes(name)))
    return undefined;
  if (fields['TransactionType'] !== 'Payment' || fields['Flags'] !== 0 || encode(fields) !== written)
    return undefined;
  const key = text(fields['SigningPubKey']);
  const account = text(fields['Account']);
  if (deriveAddress(key) !== account) return undefined;
  if (!verify(encodeForSigning(fields), text(fields['TxnSignature']), key)) return undefined;
  return {
    txid: idOf(written),
    networkId: optional(fields['NetworkID']),
    account,
    sequence: number(fields['Sequence']),
    lastLedger: number(fields['LastLedgerSequence']),
    payee: text(fields['Destination']),
    tag: optional(fields['DestinationTag']),
    amount: dropsIn(fields['Amount']),
    fee: dropsIn(fields['Fee']),
  };
}

/** Throws a TypeError for what is no amount of XRP: a token's is an object. */
function dropsIn(value: unknown): bigint {
  if (typeof value !== 'string' || !/^\d{1,18}$/.test(value)) throw new TypeError('it is no amount of XRP');
  return BigInt(value);
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('it is no text');
  return value;
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new TypeError('it is no number');
  return value;
}

function optional(value: unknown): number | undefined {
  return value === undefined ? undefined : number(value);
}

/** The id of signed bytes: the first half of SHA-512 behind `TXN\0`. */
export function idOf(written: string): string {
  const hash = createHash('sha512')
    .update(Buffer.from(`54584E00${written}`, 'hex'))
    .digest('hex');
  return hash.slice(0, 64).toUpperCase();
}

/** A payment that is not signed yet, without the key that the signer adds, in lower-case hex. */
export function writeUnsigned(payment: UnsignedPayment): string {
  const { networkId, account, sequence, lastLedger, payee, tag, amount, fee } = payment;
  return encode({
    TransactionType: 'Payment',
    ...(networkId !== undefined && { NetworkID: networkId }),
    Flags: 0,
    Account: account,
    Sequence: sequence,
    LastLedgerSequence: lastLedger,
    Destination: payee,
    ...(tag !== undefined && { DestinationTag: tag }),
    Amount: amount.toString(),
    Fee: fee.toString(),
  }).toLowerCase();
}
