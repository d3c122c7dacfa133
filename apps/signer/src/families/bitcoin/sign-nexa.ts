import { createHash, createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { SignedTransaction } from '../family.ts';
import { encodeNexa, outputBytes } from './nexa-transaction.ts';
import { sha256d, type UnsignedTransaction } from './raw-transaction.ts';
import type { SpentOutput } from './sign-witness-key-hash.ts';
import { eight, four } from './transaction-bytes.ts';

const { Point } = secp256k1;
const { Fp, Fn } = Point;

/**
 * Signs every input for all inputs and outputs with Schnorr signatures, in the input itself: a type that covers everything is written as none, so that a
 * signature has 64 bytes. It is named by its idem, which no signature counts for.
 */
export function signNexa(transaction: UnsignedTransaction, spent: readonly SpentOutput[]): SignedTransaction {
  const scripts = transaction.inputs.map((_input, at) => {
    const output = spent[at];
    if (output === undefined) throw new Error('an input without the output that it spends');
    const { secret, script } = output;
    const signature = signSchnorr(nexaHash(transaction, script), secret);
    const key = secp256k1.getPublicKey(secret, true);
    return Uint8Array.of(signature.length, ...signature, key.length, ...key);
  });
  return { bytes: encodeNexa(transaction, scripts), txid: transaction.txid };
}

/**
 * What is signed of every input that spends a coin with this script, for all inputs and outputs. It says what the inputs are worth, and still that was read from
 * whole previous transactions before (`readPayment`).
 *
 * @see `SignatureHashNexa` of Nexa 1.2, src/script/sigcommon.cpp
 */
export function nexaHash(
  { inputs, outputs, lockTime }: Pick<UnsignedTransaction, 'inputs' | 'outputs' | 'lockTime'>,
  script: Uint8Array,
): Uint8Array {
  const outpoints = inputs.map(({ txid }) =>
    Buffer.concat([Uint8Array.of(0), Buffer.from(txid, 'hex').reverse()]),
  );
  return sha256d(
    Buffer.concat([
      Uint8Array.of(0),
      sha256d(Buffer.concat(outpoints)),
      sha256d(Buffer.concat(inputs.map(({ amount = 0n }) => eight(amount)))),
      sha256d(Buffer.concat(inputs.map(({ sequence }) => four(sequence)))),
      // A script of an own key has 25 bytes.
      Uint8Array.of(script.length, ...script),
      sha256d(Buffer.concat(outputs.map(outputBytes))),
      four(lockTime),
      // A type of no bytes.
      Uint8Array.of(0),
    ]),
  );
}

/** Of a nonce that is made for Schnorr, so that none is shared with a signature of another kind by the same key. */
const nonceWords = Buffer.from('Schnorr+SHA256  ');

/**
 * The Schnorr signature of Bitcoin Cash, which is not that of BIP 340: the key counts whole, and the nonce is the one whose point has a square for its second
 * number. Deterministic (RFC 6979, with words of its own).
 *
 * @see https://github.com/bitcoincashorg/bitcoincash.org, spec/2019-05-15-schnorr.md
 */
export function signSchnorr(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  const nonce = nonceOf(hash, secret);
  const { x, y } = Point.BASE.multiply(nonce).toAffine();
  const isSquare = Fp.eql(Fp.pow(y, (Fp.ORDER - 1n) / 2n), Fp.ONE);
  const r = Fp.toBytes(x);
  const challenge = numberOf(
    createHash('sha256').update(r).update(secp256k1.getPublicKey(secret, true)).update(hash).digest(),
  );
  const s = Fn.add(Fn.mul(Fn.create(challenge), Fn.fromBytes(secret)), isSquare ? nonce : Fn.neg(nonce));
  return Uint8Array.of(...r, ...Fn.toBytes(s));
}

function nonceOf(hash: Uint8Array, secret: Uint8Array): bigint {
  const seed = Buffer.concat([secret, hash, nonceWords]);
  const mac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer =>
    createHmac('sha256', key).update(Buffer.concat(parts)).digest();
  let value: Buffer = Buffer.alloc(32, 1);
  let key: Buffer = mac(Buffer.alloc(32), value, Uint8Array.of(0), seed);
  value = mac(key, value);
  key = mac(key, value, Uint8Array.of(1), seed);
  value = mac(key, value);
  for (;;) {
    value = mac(key, value);
    const nonce = numberOf(value);
    if (nonce > 0n && nonce < Fn.ORDER) return nonce;
    key = mac(key, value, Uint8Array.of(0));
    value = mac(key, value);
  }
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
