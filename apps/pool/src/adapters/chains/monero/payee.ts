import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58xmr } from '@scure/base';
import { varint } from './varint.ts';

/** Who is paid: the two public keys of a primary address. */
export interface Payee {
  readonly spend: Uint8Array;
  readonly view: Uint8Array;
}

/** What one output of a coinbase is made of, so that only its payee can spend it. */
export interface CoinbaseKeys {
  /** The key of the transaction, which stands in its extra. */
  readonly transaction: Uint8Array;
  /** The one-time key of an output. */
  readonly output: Uint8Array;
  readonly viewTag: number;
}

/** Of a primary address on the main network, which test networks of one's own use too. */
const primary = 18;
const { Point } = ed25519;
const viewTagSalt = Buffer.from('view_tag', 'latin1');

/**
 * Reads an address that a coinbase can pay to. The address is known to be well-formed.
 *
 * @throws RangeError, in words for an operator, where it is not a primary address of the main network
 */
export function readPayee(address: string): Payee {
  const bytes = decode(address);
  const body = bytes.subarray(0, 65);
  const check = keccak_256(body).subarray(0, 4);
  if (bytes[0] !== primary || bytes.length !== 69)
    throw new RangeError(
      `${address} is not a primary address: blocks are paid to one that begins with 4 and has 95 characters`,
    );
  if (Buffer.compare(check, bytes.subarray(65)) !== 0)
    throw new RangeError(`${address} has a wrong checksum: a character is not as it was given`);
  const payee = { spend: bytes.slice(1, 33), view: bytes.slice(33, 65) };
  for (const key of [payee.spend, payee.view]) openKey(key, address);
  return payee;
}

function decode(address: string): Uint8Array {
  try {
    return base58xmr.decode(address);
  } catch {
    throw new RangeError(`${address} is no address of Monero`);
  }
}

function openKey(key: Uint8Array, address: string): void {
  try {
    const point = Point.fromBytes(key);
    if (point.isSmallOrder() || !point.isTorsionFree()) throw new RangeError('of small order');
  } catch {
    throw new RangeError(`${address} holds a key that is none: what it gets could never be spent`);
  }
}

/**
 * The keys of the only output of a coinbase. The secret shows that it pays the payee, and spends nothing.
 *
 * @param random 64 bytes that no one else can foresee
 * @see https://github.com/monero-project/monero/blob/v0.18.0.0/src/cryptonote_core/cryptonote_tx_utils.cpp construct_miner_tx
 */
export function keysFor({ spend, view }: Payee, random: Uint8Array, index = 0): CoinbaseKeys {
  const secret = scalarOf(random);
  if (secret === 0n) throw new RangeError('the random bytes are all zero');
  const shared = Point.fromBytes(view).multiply(secret).clearCofactor().toBytes();
  return { transaction: Point.BASE.multiply(secret).toBytes(), ...outputFor(spend, shared, index) };
}

/**
 * Whether an output of a transaction is the payee's, as a wallet finds it.
 *
 * @param viewKey the private one of the payee
 * @throws RangeError where it is the key of another payee
 */
export function isPaid(
  { spend, view }: Payee,
  viewKey: Uint8Array,
  { transaction, output, index }: { transaction: Uint8Array; output: Uint8Array; index: number },
): boolean {
  const secret = scalarOf(viewKey);
  if (secret === 0n || Buffer.compare(Point.BASE.multiply(secret).toBytes(), view) !== 0)
    throw new RangeError('the view key is not that of the address');
  const shared = Point.fromBytes(transaction).multiply(secret).clearCofactor().toBytes();
  return Buffer.compare(outputFor(spend, shared, index).output, output) === 0;
}

/** What an output has for a payee, from the secret that both sides share. */
export function outputFor(
  spend: Uint8Array,
  shared: Uint8Array,
  index: number,
): Pick<CoinbaseKeys, 'output' | 'viewTag'> {
  const place = varint(index);
  const scalar = scalarOf(keccak_256(Buffer.concat([shared, place])));
  const output = Point.BASE.multiply(scalar).add(Point.fromBytes(spend)).toBytes();
  return { output, viewTag: keccak_256(Buffer.concat([viewTagSalt, shared, place]))[0] ?? 0 };
}

/** A number of the curve's group, from bytes with the least significant first. */
function scalarOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`) % Point.Fn.ORDER;
}
