import { askEach } from '../ask-nodes.ts';
import { askFee } from './ask-fee.ts';
import { type FeeRates, feeRate } from './fee-rate.ts';
import type { RailNode } from './rail-node.ts';

/** What a virtual kilobyte costs, in the chain's smallest units. */
export interface AskedRates {
  /** As `feeRate`. */
  readonly rate: bigint;
  /** What two nodes hold it to cost at least; undefined where fewer answer. */
  readonly agreed: bigint | undefined;
}

/** The same with what two nodes agree on: the second highest of their rates, each within floor and cap. */
export async function askRates({
  nodes,
  rates,
}: {
  readonly nodes: readonly RailNode[];
  readonly rates: FeeRates;
}): Promise<AskedRates> {
  const { answers, silent } = await askEach(nodes, ({ rpc }) => askFee(rpc));
  if (answers.length === 0) throw new Error(`no node says what a payment costs: ${silent.join('; ')}`);
  const each = answers.map((word) => (word.least > rates.cap ? rates.cap : feeRate(rates, [word])));
  const [, agreed] = each.toSorted((a, b) => (a === b ? 0 : a > b ? -1 : 1));
  return { rate: feeRate(rates, answers), agreed };
}

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
  return (await askRates({ nodes, rates })).rate;
}
