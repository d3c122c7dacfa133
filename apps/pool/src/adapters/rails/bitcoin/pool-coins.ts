import { Unanswered } from '../../../runtime/call-limit.ts';
import { errorText } from '../../../runtime/error-text.ts';
import { askEach } from '../ask-nodes.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { CoinWithParent } from './build-payment.ts';
import type { PaymentBuilderOptions } from './builder-options.ts';
import { makerOf, outputNamed } from './coin-names.ts';
import { type ReadTransaction, readTransaction } from './read-transaction.ts';
import { hasCoin, type ListedCoin } from './spendable-coins.ts';
import { coinKindOf } from './transaction-size.ts';

/** Nodes that must have a coin before it is spent: one alone may have made it up, and such a payment could neither be confirmed nor end. */
const nodesNeeded = 2;

/** Those of the coins that a node which answers does not have. */
export async function missingAtNodes(
  { nodes, confirmations, facts }: Pick<PaymentBuilderOptions, 'nodes' | 'confirmations' | 'facts'>,
  coins: readonly ListedCoin[],
): Promise<ReadonlySet<string>> {
  const needed = Math.min(nodesNeeded, nodes.length);
  const { answers, silent } = await askEach(nodes, async ({ rpc }) => {
    const missing: string[] = [];
    for (const coin of coins)
      if (!(await hasCoin(rpc, coin, { ...facts, confirmations }))) missing.push(coin.name);
    return missing;
  });
  if (answers.length < needed) throw new Error(`a second node must know the coins: ${silent.join('; ')}`);
  return new Set(answers.flat());
}

/**
 * Those of these coins (`txid:output`) that came to an address of the pool for which a signer has a key, by the bytes of their transactions, which
 * any wallet may give. Whether they are unspent is another question.
 */
export async function ownCoins(
  { previous, addresses }: Pick<PaymentBuilderOptions, 'previous' | 'addresses'>,
  names: readonly string[],
): Promise<readonly ListedCoin[]> {
  const coins: ListedCoin[] = [];
  for (const name of names.toSorted()) {
    const txid = makerOf(name);
    const parent = await previous.of(txid);
    const output = parent && outputNamed(parent, name);
    if (output === undefined || coinKindOf(output.script) === undefined || !addresses.isOwn(output.script))
      continue;
    coins.push({ name, txid, output: Number(name.slice(txid.length + 1)), value: output.value });
  }
  return coins;
}

/** What a coin is worth is read from the bytes of its transaction; the wallet's figure has to be the same. */
export async function withParents(
  { previous, addresses }: Pick<PaymentBuilderOptions, 'previous' | 'addresses'>,
  coins: readonly ListedCoin[],
): Promise<readonly CoinWithParent[]> {
  const parents: CoinWithParent[] = [];
  for (const coin of coins) {
    const parent = await previous.of(coin.txid);
    const output = parent && outputNamed(parent, coin.name);
    if (parent === undefined || output?.value !== coin.value || !addresses.isOwn(output.script))
      throw new Error(`a wallet lists ${coin.name}, which is no such coin of the pool`);
    parents.push({ ...coin, output: output.at, parent });
  }
  return parents;
}

/** What a signer has answered with. */
export function readSigned(bytes: Uint8Array, { form }: Pick<RailFacts, 'form'>): ReadTransaction {
  try {
    return readTransaction(bytes, form);
  } catch (error) {
    throw new Unanswered(`the signer has answered with bytes that cannot be read: ${errorText(error)}`);
  }
}
