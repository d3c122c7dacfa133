import { askEach } from '../ask-nodes.ts';
import { askFee } from './ask-fee.ts';
import { type FeeRates, feeRate } from './fee-rate.ts';
import type { RailNode } from './rail-node.ts';

/**
 * The rate to pay now, as `feeRate`.
 *
 * @throws Error where no node says what a payment costs, or each takes nothing below more than the cap
 */
export async function askRate({
  nodes,
  rates,
}: {
  readonly nodes: readonly RailNode[];
  readonly rates: FeeRates;
}): Promise<bigint> {
  const { answers, silent } = await askEach(nodes, ({ rpc }) => askFee(rpc));
  if (answers.length === 0) throw new Error(`no node says what a payment costs: ${silent.join('; ')}`);
  return feeRate(rates, answers);
}
