import type { ReadTransaction, TransactionOutput } from './transaction-parts.ts';

/** A coin as claims and proofs name it. */
export function coinName(txid: string, output: number): string {
  return `${txid}:${output}`;
}

/** Under what a wallet is asked for the transaction that made a coin: its id, or of Nexa the outpoint of the coin itself. */
export function makerOf(coin: string): string {
  return coin.split(':')[0] ?? '';
}

type Maker = Pick<ReadTransaction, 'txid' | 'outputs' | 'made'>;

/** The names of the outputs of a transaction as coins, in their order. */
export function coinsMadeBy({ txid, outputs, made }: Maker): readonly string[] {
  return made ?? outputs.map((_output, at) => coinName(txid, at));
}

/** The output that is this coin, and which of the outputs it is; undefined where the transaction makes no such coin. */
export function outputNamed(
  transaction: Maker,
  coin: string,
): (TransactionOutput & { readonly at: number }) | undefined {
  const at = coinsMadeBy(transaction).indexOf(coin);
  const output = transaction.outputs[at];
  return output && { ...output, at };
}

/** Whether the bytes that a wallet gives for an id have it, or, of Nexa, make the coin with that outpoint. */
export function isKnownAs({ txid, made = [] }: Pick<ReadTransaction, 'txid' | 'made'>, id: string): boolean {
  return txid === id || made.includes(coinName(id, 0));
}
