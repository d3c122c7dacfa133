import type { ArrivedOutput, OutputName } from '../../../domain/kernel/arrivals.ts';
import type { Fields } from '../../chains/nodes/node-answers.ts';
import { type ArrivalTerms, askArrival } from './ask-arrival.ts';
import type { EvmNode } from './evm-node.ts';
import { hexText, quantity } from './quantities.ts';

/**
 * What nodes say of a transaction that should have paid the account: whether it did, of the network's own coin and by itself, and is this many
 * blocks deep. One that does not have it so decides. What a contract pays on is not seen here, so that it has not arrived.
 *
 * @param name its output is 0: a transaction pays one account
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function arrivedPayment(
  nodes: readonly EvmNode[],
  { txid, output }: OutputName,
  terms: ArrivalTerms,
): Promise<ArrivedOutput> {
  if (output !== 0)
    return { kind: 'not-arrived', why: 'a transaction of this network has one payment: its number is 0' };
  return askArrival(nodes, `0x${txid}`, terms, ({ transaction }) => {
    if (payeeOf(transaction) !== terms.account)
      return 'it pays no account of the pool by itself: what a contract pays on is not credited';
    const from = hexText(transaction, 'from', 20);
    if (from === terms.account) return 'it comes from the account itself';
    if (terms.olderAccounts?.includes(from) === true) return 'it comes from an older account of the pool';
    return quantity(transaction['value'], 'value');
  });
}

/** Undefined where it makes a contract. */
function payeeOf(transaction: Fields): string | undefined {
  return transaction['to'] === null ? undefined : hexText(transaction, 'to', 20);
}
