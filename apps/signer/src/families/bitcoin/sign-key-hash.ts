import { pubECDSA, signECDSA } from '@scure/btc-signer/utils.js';
import type { SignedTransaction } from '../family.ts';
import { encodeParts, sha256d, txidOf, type UnsignedTransaction } from './raw-transaction.ts';
import type { SpentOutput } from './sign-witness-key-hash.ts';

/** SIGHASH_ALL: every input and every output. */
const signAll = 1;

/**
 * Signs every input for all inputs and outputs, as before witnesses: what is signed does not say what the inputs are worth, so that their amounts are
 * read from whole previous transactions before (`readPayment`). Each signature covers the transaction that was read and compared, and its own
 * input stands with the script of the output that it spends. Signatures are deterministic (RFC 6979), with both numbers in their lower form.
 *
 * @see https://en.bitcoin.it/wiki/OP_CHECKSIG for what is hashed
 */
export function signKeyHash(
  { version, head, lockTime, inputs, outputs }: UnsignedTransaction,
  spent: readonly SpentOutput[],
): SignedTransaction {
  const bare = inputs.map((input) => ({ ...input, finalScriptSig: new Uint8Array() }));
  const body = { version, head, lockTime, outputs };
  const signed = bare.map((input, at) => {
    const output = spent[at];
    if (output === undefined) throw new Error('an input without the output that it spends');
    const hash = hashOf(
      encodeParts({
        ...body,
        inputs: bare.map((each, other) => (other === at ? { ...each, finalScriptSig: output.script } : each)),
      }),
    );
    return { ...input, finalScriptSig: scriptOf(hash, output.secret) };
  });
  const bytes = encodeParts({ ...body, inputs: signed });
  return { bytes, txid: txidOf(bytes) };
}

/** What is signed of a transaction in which only the input that is signed has a script, for a type that covers all inputs and outputs. */
export function hashOf(transaction: Uint8Array, type = signAll): Uint8Array {
  const ending = Buffer.alloc(4);
  ending.writeUInt32LE(type);
  return sha256d(Buffer.concat([transaction, ending]));
}

/** A push of the signature with its type, and one of the compressed key: each has fewer than 76 bytes. */
function scriptOf(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  const signature = Uint8Array.of(...signECDSA(hash, secret, true), signAll);
  const key = pubECDSA(secret, true);
  return Uint8Array.of(signature.length, ...signature, key.length, ...key);
}
