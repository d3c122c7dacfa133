import { SigHash, Transaction } from '@scure/btc-signer/transaction.js';
import type { SignedTransaction } from '../family.ts';
import type { TransactionOutput, UnsignedTransaction } from './raw-transaction.ts';

export interface SpentOutput extends TransactionOutput {
  readonly secret: Uint8Array;
}

/**
 * Signs every input for all inputs and outputs (BIP 143). The transaction is built again from what was read and compared: nothing else that
 * stood in the PSBT can have an effect. Signatures are deterministic (RFC 6979).
 *
 * @throws Error where the signed transaction is not the one that was read
 */
export function signWitnessKeyHash(
  { version, lockTime, inputs, outputs, txid }: UnsignedTransaction,
  spent: readonly SpentOutput[],
): SignedTransaction {
  const transaction = new Transaction({ version, lockTime, lowR: true });
  for (const [at, input] of inputs.entries()) {
    const output = spent[at];
    if (output === undefined) throw new Error('an input without the output that it spends');
    const { script, amount } = output;
    transaction.addInput({ ...input, witnessUtxo: { script, amount }, sighashType: SigHash.ALL });
  }
  for (const { script, amount } of outputs) transaction.addOutput({ script, amount });
  for (const [at, { secret }] of spent.entries()) transaction.signIdx(secret, at, [SigHash.ALL]);
  transaction.finalize();
  if (transaction.id !== txid) throw new Error('the signed transaction is another one than was read');
  return { bytes: transaction.extract(), txid };
}
