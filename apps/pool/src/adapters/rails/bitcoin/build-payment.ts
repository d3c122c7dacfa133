import { Transaction } from '@scure/btc-signer';
import type { CoinKind } from './transaction-size.ts';
import type { Coin } from './choose-coins.ts';
import type { ReadTransaction, TransactionOutput } from './read-transaction.ts';

/** A coin with the transaction that made it, whose id was computed from its bytes. */
export interface CoinWithParent extends Coin {
  readonly output: number;
  readonly parent: ReadTransaction;
}

/** Nothing can be replaced (BIP 125), and nothing waits for a moment. */
const finalSequence = 0xffff_ffff;

/**
 * The unsigned payment (BIP 174), with the whole transaction that made each coin: who signs need not believe anyone what they are worth.
 * Outputs stand in the order given. Nothing in it can be replaced (BIP 125).
 *
 * @throws Error where a coin is no output of its parent
 */
export function buildPayment(
  kind: CoinKind,
  coins: readonly CoinWithParent[],
  outputs: readonly TransactionOutput[],
): Uint8Array {
  const transaction = new Transaction({ version: 2, lockTime: 0 });
  for (const { name, parent, output } of coins) {
    const spent = parent.outputs[output];
    if (spent === undefined) throw new Error(`${name} is no output of its transaction`);
    transaction.addInput({
      txid: parent.txid,
      index: output,
      sequence: finalSequence,
      nonWitnessUtxo: parent.stripped,
      ...(kind === 'witness-key' && { witnessUtxo: { script: spent.script, amount: spent.value } }),
    });
  }
  for (const { script, value } of outputs) transaction.addOutput({ script, amount: value });
  return transaction.toPSBT();
}

/** How what was signed differs from what was to be signed; undefined where it does not. */
export function differenceFrom(
  signed: ReadTransaction,
  coins: readonly Coin[],
  outputs: readonly TransactionOutput[],
): string | undefined {
  const spends = signed.inputs.map(({ coin }) => coin);
  if (spends.join(' ') !== coins.map(({ name }) => name).join(' ')) return 'coins';
  const isSame =
    signed.outputs.length === outputs.length &&
    outputs.every(
      ({ script, value }, at) =>
        signed.outputs[at]?.value === value && Buffer.compare(signed.outputs[at].script, script) === 0,
    );
  if (!isSame) return 'outputs';
  if (signed.inputs.some(({ sequence }) => sequence !== finalSequence)) return 'sequences';
  return signed.lockTime === 0 ? undefined : 'lock time';
}
