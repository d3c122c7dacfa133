import { type Fields, fieldsOf, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { ask, callForNumber, type EvmNode } from './evm-node.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { count, hexText, quantity } from './quantities.ts';
import { operatorFeeData, upperBoundData } from './token-calls.ts';

/** How a rollup takes what the chain beneath it costs; undefined of networks that stand by themselves. */
type Rollup = EvmNetwork['rollup'];

/** What a transaction takes that does nothing but to be there. */
const gasOfNothing = 21_000n;
/** The contract of every rollup of Optimism's kind that knows what the chain beneath takes (GasPriceOracle, the same address on each). */
const oracle = '0x420000000000000000000000000000000000000f';
/** Bytes; no payment has as many. */
const sizeMax = 250n;
/** Of a receipt: what the operator took for a unit of gas, and for each transaction, in units of its own; missing where it took nothing. */
const operatorParts = ['operatorFeeScalar', 'operatorFeeConstant'];

/** Units of gas with which 0 from the account to itself is sent, by the highest word of these nodes. */
export async function askGasOfNothing(
  nodes: readonly EvmNode[],
  account: string,
  rollup: Rollup,
): Promise<bigint> {
  if (rollup !== 'in-gas') return gasOfNothing;
  const nothing = { from: account, to: account, value: '0x0' };
  const reported = await highest(nodes, async ({ rpc }) =>
    quantity(await ask(rpc, 'eth_estimateGas', [nothing]), 'eth_estimateGas'),
  );
  // What the chain beneath takes may rise until it is sent.
  return (reported * 12n) / 10n;
}

/**
 * What one payment may take beside its gas, in wei, by the highest word of these nodes: for the chain beneath, and for the operator of the
 * rollup; it may double until it is in a block.
 *
 * @param gas units that are allowed
 */
export async function askBesideGas(nodes: readonly EvmNode[], gas: bigint, rollup: Rollup): Promise<bigint> {
  if (rollup !== 'beside-gas') return 0n;
  return (
    2n *
    (await highest(
      nodes,
      async ({ rpc }) =>
        (await callForNumber(rpc, oracle, upperBoundData(sizeMax))) +
        (await callForNumber(rpc, oracle, operatorFeeData(gas))),
    ))
  );
}

/**
 * What an executed transaction took, in wei. What the chain beneath took beside gas its receipt names; of what the operator took it names two
 * factors, and what is made of them has changed with releases, so the contract is asked on the block itself.
 *
 * @throws UnreadableAnswer where the receipt does not say, or the node has dropped the state of its block
 */
export async function takenFor(
  rpc: NodeRpc,
  receipt: Fields,
  { rollup, refundsQuarter }: Pick<EvmNetwork, 'rollup' | 'refundsQuarter'>,
): Promise<bigint> {
  const used = quantity(receipt['gasUsed'], 'gasUsed');
  const gas = refundsQuarter === true ? await chargedFor(rpc, receipt, used) : used;
  const taken = gas * quantity(receipt['effectiveGasPrice'], 'effectiveGasPrice');
  if (rollup !== 'beside-gas') return taken;
  const ofOperator = operatorParts.some((part) => (receipt[part] ?? '0x0') !== '0x0')
    ? await callForNumber(rpc, oracle, operatorFeeData(used), count(receipt['blockNumber'], 'blockNumber'))
    : 0n;
  return taken + quantity(receipt['l1Fee'], 'l1Fee') + ofOperator;
}

/** What was used, or three quarters of what was allowed, which the receipt does not name. */
async function chargedFor(rpc: NodeRpc, receipt: Fields, used: bigint): Promise<bigint> {
  const txid = hexText(receipt, 'transactionHash', 32);
  const transaction = fieldsOf(await ask(rpc, 'eth_getTransactionByHash', [txid]), 'the transaction');
  if (hexText(transaction, 'hash', 32) !== txid)
    throw new UnreadableAnswer(`it gives another transaction for ${txid}`);
  const allowed = quantity(transaction['gas'], 'gas');
  const least = allowed - allowed / 4n;
  return used > least ? used : least;
}

async function highest(
  nodes: readonly EvmNode[],
  askOne: (node: EvmNode) => Promise<bigint>,
): Promise<bigint> {
  const reported = await Promise.all(nodes.map(askOne));
  return reported.reduce((most, each) => (each > most ? each : most), 0n);
}
