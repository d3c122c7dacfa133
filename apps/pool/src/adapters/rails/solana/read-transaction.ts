import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { ByteReader, Unexpected } from './byte-reader.ts';
import { computeBudget, feeOf, recentBlockhashes, systemProgram } from './solana-facts.ts';

/** A transaction that makes one payment or none, as its bytes say it; addresses, ids and nonces in base58. */
export interface SolanaPayment {
  readonly txid: string;
  /** Pays, and has signed. */
  readonly account: string;
  readonly nonceAccount: string;
  readonly nonce: string;
  readonly units: bigint;
  /** In millionths of a lamport for each unit. */
  readonly unitPrice: bigint;
  /** What it costs, in lamports. */
  readonly fee: bigint;
  /** Undefined where the nonce is used for nothing. */
  readonly transfer: { readonly payee: string; readonly lamports: bigint } | undefined;
}

/** Reads signed bytes: undefined for anything but a payment in the one form in which this pool makes them, whose signature holds. */
export function readPayment(bytes: Uint8Array): SolanaPayment | undefined {
  try {
    return readStrictly(bytes);
  } catch (error) {
    if (error instanceof Unexpected) return undefined;
    throw error;
  }
}

function readStrictly(bytes: Uint8Array): SolanaPayment | undefined {
  const reader = new ByteReader(bytes);
  reader.expect(1);
  const signature = reader.take(64);
  const message = reader.rest();
  reader.expect(1, 0, 3);
  const keys = reader.byte();
  if (keys !== 5 && keys !== 6) return undefined;
  const key = (): string => base58.encode(reader.take(32));
  const signer = reader.take(32);
  const account = base58.encode(signer);
  const nonceAccount = key();
  const payee = keys === 6 ? key() : undefined;
  for (const known of [systemProgram, recentBlockhashes, computeBudget])
    if (key() !== known) return undefined;
  const nonce = key();
  const [system, hashes, budget] = [keys - 3, keys - 2, keys - 1] as const;
  reader.expect(payee === undefined ? 3 : 4);
  reader.expect(system, 3, 1, hashes, 0, 4, 4, 0, 0, 0);
  reader.expect(budget, 0, 5, 2);
  const units = reader.number(4);
  reader.expect(budget, 0, 9, 3);
  const unitPrice = reader.number(8);
  let transfer: SolanaPayment['transfer'];
  if (payee !== undefined) {
    reader.expect(system, 2, 0, 2, 12, 2, 0, 0, 0);
    transfer = { payee, lamports: reader.number(8) };
  }
  if (!reader.isAtEnd || !isSigned(signature, message, signer)) return undefined;
  const fee = feeOf({ units, unitPrice });
  return { txid: base58.encode(signature), account, nonceAccount, nonce, units, unitPrice, fee, transfer };
}

function isSigned(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key);
  } catch {
    // The key is no point of the curve.
    return false;
  }
}

/** What any transaction says of itself, also one of another form. */
export interface AnyTransaction {
  readonly txid: string;
  /** The accounts that have signed it, the one that pays its fee first. */
  readonly signers: readonly string[];
  /** All that stand in it; those of tables beside are none of them. */
  readonly keys: readonly string[];
  /** A recent block hash, or the value of a nonce account. */
  readonly lifetime: string;
  /** What its first instruction advances: several nonce accounts may have one value. Undefined where it advances none. */
  readonly advances: { readonly nonceAccount: string; readonly authority: string } | undefined;
}

/** Reads the head of a transaction of any form, with a version or without; undefined where it is none. The signature is not checked. */
export function readHead(bytes: Uint8Array): AnyTransaction | undefined {
  try {
    const reader = new ByteReader(bytes);
    const signatures = Array.from({ length: reader.length() }, () => reader.take(64));
    const [first] = signatures;
    let required = reader.byte();
    // The highest bit says that a version comes first.
    if (required >= 0x80) required = reader.byte();
    reader.take(2);
    const keys = Array.from({ length: reader.length() }, () => base58.encode(reader.take(32)));
    const lifetime = base58.encode(reader.take(32));
    if (first === undefined || required !== signatures.length || required > keys.length) return undefined;
    const advances = reader.length() === 0 ? undefined : advancedBy(reader, keys);
    return { txid: base58.encode(first), signers: keys.slice(0, required), keys, lifetime, advances };
  } catch (error) {
    if (error instanceof Unexpected) return undefined;
    throw error;
  }
}

/** Whether the signature that a transaction of any form has for an account is that account's. */
export function isSignedBy(bytes: Uint8Array, account: string): boolean {
  const at = readHead(bytes)?.signers.indexOf(account) ?? -1;
  if (at < 0) return false;
  const reader = new ByteReader(bytes);
  const signatures = Array.from({ length: reader.length() }, () => reader.take(64));
  const [signature] = signatures.slice(at);
  return signature !== undefined && isSigned(signature, reader.rest(), base58.decode(account));
}

/** The nonce account that an instruction advances, which comes next, and whose signature does. */
function advancedBy(reader: ByteReader, keys: readonly string[]): AnyTransaction['advances'] {
  const program = keys[reader.byte()];
  const [account = -1, , authority = -1] = reader.take(reader.length());
  const data = Buffer.from(reader.take(reader.length())).toString('hex');
  const [nonceAccount, by] = [keys[account], keys[authority]];
  if (program !== systemProgram || data !== '04000000' || nonceAccount === undefined || by === undefined)
    return undefined;
  return { nonceAccount, authority: by };
}
