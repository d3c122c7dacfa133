import type { NodeTip } from '../ask-nodes.ts';
import { fieldsOf, OtherChain } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc, Params } from '../../chains/nodes/node-rpc.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import { count, hexText, quantity, toQuantity } from './quantities.ts';

/** A node of the operator. */
export interface EvmNode {
  readonly name: string;
  readonly rpc: NodeRpc;
}

/** Which state is meant: that on a block, on the newest one, or with everything that waits on top of it. */
export type BlockTag = number | 'latest' | 'pending';

/** @throws UnreadableAnswer where there is no result */
export async function ask(rpc: NodeRpc, method: string, params: Params = []): Promise<unknown> {
  return valueOf(await rpc.call(method, params));
}

/**
 * Asks a node for its newest block.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askTip(rpc: NodeRpc, chainId: bigint): Promise<NodeTip> {
  const [id, syncing, height] = await Promise.all([
    ask(rpc, 'eth_chainId'),
    ask(rpc, 'eth_syncing'),
    ask(rpc, 'eth_blockNumber'),
  ]);
  const reported = quantity(id, 'eth_chainId');
  if (reported !== chainId)
    throw new OtherChain(`it is a node of chain ${reported}, and ${chainId} is paid on`);
  return { height: count(height, 'eth_blockNumber'), isSynced: syncing === false };
}

/** How many transactions of an account stand in blocks up to this one; with `pending` also those that wait, as far as none before them is missing. */
export async function transactionCount(rpc: NodeRpc, account: string, at: BlockTag): Promise<number> {
  const answer = await ask(rpc, 'eth_getTransactionCount', [account, tagOf(at)]);
  return count(answer, 'eth_getTransactionCount');
}

/** In units of 10^-18 of the network's coin. */
export async function balanceOf(rpc: NodeRpc, account: string, at: BlockTag): Promise<bigint> {
  return quantity(await ask(rpc, 'eth_getBalance', [account, tagOf(at)]), 'eth_getBalance');
}

/** Calls a contract's function that answers one number. */
export async function callForNumber(
  rpc: NodeRpc,
  to: string,
  data: string,
  at: BlockTag = 'latest',
): Promise<bigint> {
  const answer = await ask(rpc, 'eth_call', [{ to, data }, tagOf(at)]);
  return BigInt(hexText({ answer }, 'answer', 32));
}

export interface BlockHead {
  readonly hash: string;
  /** In ms. */
  readonly at: number;
  /** In wei for each unit of gas; undefined on chains that have none. */
  readonly baseFee: bigint | undefined;
}

export async function askBlock(rpc: NodeRpc, at: BlockTag): Promise<BlockHead> {
  const fields = fieldsOf(await ask(rpc, 'eth_getBlockByNumber', [tagOf(at), false]), 'the block');
  const { baseFeePerGas } = fields;
  return {
    hash: hexText(fields, 'hash', 32),
    at: count(fields['timestamp'], 'timestamp') * 1000,
    baseFee: typeof baseFeePerGas === 'string' ? quantity(baseFeePerGas, 'baseFeePerGas') : undefined,
  };
}

export function tagOf(at: BlockTag): string {
  return typeof at === 'number' ? toQuantity(at) : at;
}
