import { type Fields, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { ask, callForNumber, type EvmNode } from './evm-node.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { quantity } from './quantities.ts';
import { upperBoundData } from './token-calls.ts';

/** How a rollup takes what the chain beneath it costs; undefined of networks that stand by themselves. */
type Rollup = EvmNetwork['rollup'];

/** What a transaction takes that does nothing but to be there. */
const gasOfNothing = 21_000n;
/** The contract of every rollup of Optimism's kind that knows what the chain beneath takes (GasPriceOracle, the same address on each). */
const oracle = '0x420000000000000000000000000000000000000f';
/** Bytes; no payment has as many. */
const sizeMax = 250n;

/** Units of gas with which 0 from the account to itself is sent, by the highest word of these nodes. */
export async function askGasOfNothing(
  nodes: readonly EvmNode[],
  account: string,
  rollup: Rollup,
): Promise<bigint> {
  if (rollup !== 'in-gas') return gasOfNothing;
  const nothing = { from: account, to: account, value: '0x0' };
  const said = await highest(nodes, async ({ rpc }) =>
    quantity(await ask(rpc, 'eth_estimateGas', [nothing]), 'eth_estimateGas'),
  );
  // What the chain beneath takes may rise until it is sent.
  return (said * 12n) / 10n;
}

/** What one payment may take beside its gas, in wei, by the highest word of these nodes; it may double until it is in a block. */
export async function askBesideGas(nodes: readonly EvmNode[], rollup: Rollup): Promise<bigint> {
  if (rollup !== 'beside-gas') return 0n;
  return 2n * (await highest(nodes, ({ rpc }) => callForNumber(rpc, oracle, upperBoundData(sizeMax))));
}

/**
 * What an executed transaction took beside its gas, in wei, by its receipt.
 *
 * @throws UnreadableAnswer where the receipt does not say, or names a part that is not known
 */
export function takenBesideGas(receipt: Fields, rollup: Rollup): bigint {
  if (rollup !== 'beside-gas') return 0n;
  for (const part of ['operatorFeeScalar', 'operatorFeeConstant'])
    if (receipt[part] !== undefined && quantity(receipt[part], part) !== 0n)
      throw new UnreadableAnswer(`its receipt names ${part}, which nothing here can count`);
  return quantity(receipt['l1Fee'], 'l1Fee');
}

async function highest(
  nodes: readonly EvmNode[],
  askOne: (node: EvmNode) => Promise<bigint>,
): Promise<bigint> {
  const said = await Promise.all(nodes.map(askOne));
  return said.reduce((most, each) => (each > most ? each : most), 0n);
}
