import { pubECDSA, signECDSA } from '@scure/btc-signer/utils.js';
import type { SignedTransaction } from '../family.ts';
import { encodeParts, sha256d, txidOf, type UnsignedTransaction } from './raw-transaction.ts';
import type { SpentOutput } from './sign-witness-key-hash.ts';
import { four } from './transaction-bytes.ts';

/** SIGHASH_ALL: every input and every output. */
const signAll = 1;

/** What is signed of one input of a transaction. */
export type InputHash = (
  transaction: UnsignedTransaction,
  at: number,
  spent: Pick<SpentOutput, 'script' | 'amount'>,
) => Uint8Array;

/**
 * Signs every input for all inputs and outputs, in the input itself. Each signature covers the transaction that was read and compared. Signatures are
 * deterministic (RFC 6979), with both numbers in their lower form.
 *
 * @param hashOf what is signed of an input; as before witnesses where it is left out
 */
export function signKeyHash(
  transaction: UnsignedTransaction,
  spent: readonly SpentOutput[],
  hashOf: InputHash = keyHashHash,
): SignedTransaction {
  const inputs = transaction.inputs.map((input, at) => {
    const output = spent[at];
    if (output === undefined) throw new Error('an input without the output that it spends');
    return { ...input, finalScriptSig: scriptOf(hashOf(transaction, at, output), output.secret) };
  });
  const bytes = encodeParts({ ...transaction, inputs });
  return { bytes, txid: txidOf(bytes) };
}

/**
 * As before witnesses: the whole transaction, in which the input that is signed stands with the script of the output that it spends, and the others with
 * none. It does not say what the inputs are worth, so that their amounts are read from whole previous transactions before (`readPayment`).
 *
 * @see https://en.bitcoin.it/wiki/OP_CHECKSIG for what is hashed
 */
const keyHashHash: InputHash = (transaction, at, { script }) =>
  hashOf(
    encodeParts({
      ...transaction,
      inputs: transaction.inputs.map((input, other) => ({
        ...input,
        finalScriptSig: other === at ? script : new Uint8Array(),
      })),
    }),
  );

/** Of the bytes of such a transaction, for a type that covers all inputs and outputs. */
export function hashOf(transaction: Uint8Array, type = signAll): Uint8Array {
  return sha256d(Buffer.concat([transaction, four(type)]));
}

/** A push of the signature with its type, and one of the compressed key: each has fewer than 76 bytes. */
function scriptOf(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  const signature = Uint8Array.of(...signECDSA(hash, secret, true), signAll);
  const key = pubECDSA(secret, true);
  return Uint8Array.of(signature.length, ...signature, key.length, ...key);
}
