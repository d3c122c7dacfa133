import type { DecodedPayment } from '../../../domain/kernel/rail.ts';
import type { TransactionForm } from '../../chains/bitcoin/chain-facts.ts';
import type { AddressBook } from './address-book.ts';
import { makerOf, outputNamed } from './coin-names.ts';
import type { PreviousTransactions } from './previous-transactions.ts';
import { type ReadTransaction, readOrNone } from './read-transaction.ts';

/** What reading a payment needs to know of the network. */
export interface PaymentFacts {
  /** As the catalogue names them. */
  readonly asset: string;
  readonly network: string;
  readonly addresses: AddressBook;
  /** As of its chain, see `RailFacts`. */
  readonly form?: TransactionForm | undefined;
  /** Units of the ledger in the smallest of the chain. */
  readonly unit: bigint;
  readonly previous: PreviousTransactions;
}

/**
 * What a transaction does. `unreadable` where it spends a coin that is not the pool's own, or pays to no address: nothing that was built here
 * does.
 *
 * @param spelled addresses as their payees spell them, where a script has several spellings
 * @throws Error where a node would have to say what a coin is worth, and does not
 */
export async function readPayment(
  facts: PaymentFacts,
  bytes: Uint8Array,
  spelled: readonly string[],
): Promise<DecodedPayment | 'unreadable'> {
  const transaction = readOrNone(bytes, facts.form);
  if (transaction === undefined) return 'unreadable';
  const spent = await valueSpent(facts, transaction);
  const spellings = facts.addresses.spell(
    transaction.outputs.map(({ script }) => script),
    spelled,
  );
  const outputs = transaction.outputs.map(({ value }, at) => ({
    address: spellings[at],
    memo: '',
    asset: facts.asset,
    amount: value * facts.unit,
  }));
  if (spent === undefined || outputs.some(({ address }) => address === undefined)) return 'unreadable';
  const name = facts.addresses.nameOf(transaction);
  const paid = transaction.outputs.reduce((sum, { value }) => sum + value, 0n);
  if (spent < paid) return 'unreadable';
  return {
    network: facts.network,
    txid: name,
    ...(name !== transaction.txid && { id: transaction.txid }),
    outputs: outputs.map((output) => ({ ...output, address: output.address ?? '' })),
    claims: transaction.inputs.map(({ coin }) => coin),
    fee: { asset: facts.asset, amount: (spent - paid) * facts.unit },
  };
}

/** What its coins are worth together, in the chain's smallest units; undefined where one is not the pool's own. */
async function valueSpent(
  { previous, addresses }: PaymentFacts,
  { inputs }: ReadTransaction,
): Promise<bigint | undefined> {
  let sum = 0n;
  for (const { coin } of inputs) {
    const parent = await previous.of(makerOf(coin));
    const spent = parent && outputNamed(parent, coin);
    if (spent === undefined || !addresses.isOwn(spent.script)) return undefined;
    sum += spent.value;
  }
  return sum;
}
