import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { fieldsOf, list, wholeNumber } from '../../chains/nodes/node-answers.ts';
import { ask } from './solana-node.ts';
import { lamportsPerSignature } from './solana-facts.ts';

/** What a payment is allowed to compute: it takes 600 units, and what the network counts may change. */
export const unitsOfPayment = 5000n;

/** What is offered at least, so that a payment is not the last of a block: 5 lamports in all. */
const priceMin = 1000n;
const millionth = 1_000_000n;

/** What payments that name these accounts have offered for a unit lately, in millionths of a lamport: that of the middle slot. */
export async function askPrice(rpc: NodeRpc, accounts: readonly string[]): Promise<bigint> {
  const answer = await ask(rpc, 'getRecentPrioritizationFees', [accounts]);
  const offered = list({ answer }, 'answer')
    .map((each) => wholeNumber(fieldsOf(each, 'a slot'), 'prioritizationFee'))
    .toSorted((a, b) => a - b);
  return BigInt(offered[offered.length >> 1] ?? 0);
}

/** Twice what two of the nodes say at least: one alone makes nothing dear. */
export function agreedPrice(prices: readonly bigint[]): bigint {
  const [, second = 0n] = prices.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const offered = 2n * second;
  return offered > priceMin ? offered : priceMin;
}

/**
 * The same within the most that a payment may cost, in lamports.
 *
 * @throws Error where its signature alone costs more
 */
export function cappedPrice(price: bigint, feeMax: bigint): bigint {
  if (feeMax < lamportsPerSignature)
    throw new Error(`a signature costs ${lamportsPerSignature} lamports, over the cap of ${feeMax}`);
  const most = ((feeMax - lamportsPerSignature) * millionth) / unitsOfPayment;
  return price < most ? price : most;
}
