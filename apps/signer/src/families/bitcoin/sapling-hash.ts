import { blake2b } from '@noble/hashes/blake2.js';
import { VarBytes } from '@scure/btc-signer/script.js';
import type { InputHash } from './sign-key-hash.ts';
import { eight, four, outpoint } from './transaction-bytes.ts';

/** SIGHASH_ALL: every input and every output. */
const signAll = 1;

/** Of a transaction without shielded parts: none of their three hashes. */
const noShielded = new Uint8Array(3 * 32);

/**
 * What is signed of an input of a transaction of Zcash's version 4 whose coins lie at hashes of keys. The rules that its block has to follow are named in it (the
 * *consensus branch*), so that no chain with other rules takes the signature. It says what the input is worth, and still that was read from its
 * whole previous transaction before (`readPayment`).
 *
 * @see https://zips.z.cash/zip-0243
 */
export function saplingHash(branchId: number): InputHash {
  const name = Buffer.concat([Buffer.from('ZcashSigHash'), four(branchId)]);
  return (transaction, at, { script, amount }) => {
    const { version, head, inputs, outputs, lockTime, tail } = transaction;
    const input = inputs[at];
    if (input === undefined) throw new Error(`there is no input ${at}`);
    // The height at which it expires, and what it takes from shielded coins.
    const [expiry, balance] = [tail.subarray(0, 4), tail.subarray(4, 12)];
    return hash(name, [
      four(version),
      head,
      hash('ZcashPrevoutHash', inputs.map(outpoint)),
      hash(
        'ZcashSequencHash',
        inputs.map(({ sequence }) => four(sequence)),
      ),
      hash(
        'ZcashOutputsHash',
        outputs.flatMap((output) => [eight(output.amount), VarBytes.encode(output.script)]),
      ),
      noShielded,
      four(lockTime),
      expiry,
      balance,
      four(signAll),
      outpoint(input),
      VarBytes.encode(script),
      eight(amount),
      four(input.sequence),
    ]);
  };
}

function hash(personalization: string | Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  return blake2b(Uint8Array.from(Buffer.concat(parts)), {
    dkLen: 32,
    personalization: Uint8Array.from(Buffer.from(personalization)),
  });
}
