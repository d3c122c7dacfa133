import { smallestUnits } from '../../chains/bitcoin/smallest-units.ts';
import { fieldsOf } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { askEach } from '../ask-nodes.ts';
import { type FeeEstimate, type FeeRates, feeRate } from './fee-rate.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { RailNode } from './rail-node.ts';

/** Blocks within which a payment should be in one. */
const targetBlocks = 3;

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
  facts,
}: {
  readonly nodes: readonly RailNode[];
  readonly rates: FeeRates;
  readonly facts: Pick<RailFacts, 'decimals'>;
}): Promise<AskedRates> {
  const { answers, silent } = await askEach(nodes, ({ rpc }) => askFee(rpc, facts));
  if (answers.length === 0) throw new Error(`no node says what a payment costs: ${silent.join('; ')}`);
  const each = answers.map((estimate) =>
    estimate.least > rates.cap ? rates.cap : feeRate(rates, [estimate]),
  );
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
  facts,
}: {
  readonly nodes: readonly RailNode[];
  readonly rates: FeeRates;
  readonly facts: Pick<RailFacts, 'decimals'>;
}): Promise<bigint> {
  return (await askRates({ nodes, rates, facts })).rate;
}

/**
 * What a node says of fees.
 *
 * @throws UnreadableAnswer where it does not answer
 */
async function askFee(rpc: NodeRpc, { decimals }: Pick<RailFacts, 'decimals'>): Promise<FeeEstimate> {
  const [estimated, pool] = await Promise.all([
    rpc.call('estimatesmartfee', [targetBlocks]),
    rpc.call('getmempoolinfo'),
  ]);
  // Without a rate where it has seen too few transactions to say.
  const { feerate } = fieldsOf(valueOf(estimated), 'estimatesmartfee');
  const { mempoolminfee, minrelaytxfee } = fieldsOf(valueOf(pool), 'getmempoolinfo');
  const least = [mempoolminfee, minrelaytxfee].flatMap((each) =>
    each === undefined ? [] : [smallestUnits(each, decimals)],
  );
  return {
    estimate: feerate === undefined ? undefined : smallestUnits(feerate, decimals),
    least: least.reduce((most, each) => (each > most ? each : most), 0n),
  };
}
