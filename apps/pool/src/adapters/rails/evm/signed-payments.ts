import type { Situation } from './ask-situation.ts';
import { ask, type EvmNode } from './evm-node.ts';
import { type EvmPayment, readPayment } from './read-transaction.ts';

/** Throws an Error for bytes that are no payment of this account. */
export async function readOwn(bytes: Uint8Array, account: string, chainId: bigint): Promise<EvmPayment> {
  const payment = await readPayment(bytes);
  if (payment === undefined || payment.account !== account || payment.chainId !== chainId)
    throw new Error('what was signed before is no payment of this account');
  return payment;
}

/** The number that all of these have. Throws an Error where there is none of them, or they have several. */
export function numberOf(payments: readonly EvmPayment[]): bigint {
  const [number, another] = [...new Set(payments.map(({ nonce }) => nonce))];
  if (number === undefined) throw new Error('nothing was signed for the payment');
  if (another !== undefined) throw new Error('what was signed for the payment has no number in common');
  return number;
}

/** Throws an Error where a block of a node has used a number. */
export function requireUnused({ next }: Pick<Situation, 'next'>, number: bigint): void {
  if (BigInt(next) > number)
    throw new Error(
      `a block has used number ${number} of the account: what became of it has to be seen first`,
    );
}

/** Those that a node has, in a block or waiting for one. */
export async function knownToAny(
  nodes: readonly EvmNode[],
  payments: readonly EvmPayment[],
): Promise<readonly EvmPayment[]> {
  const known: EvmPayment[] = [];
  for (const payment of payments) {
    const found = await Promise.all(
      nodes.map(async ({ rpc }) => (await ask(rpc, 'eth_getTransactionByHash', [payment.txid])) !== null),
    );
    if (found.includes(true)) known.push(payment);
  }
  return known;
}
