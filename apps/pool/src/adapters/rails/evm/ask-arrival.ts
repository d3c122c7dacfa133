import type { ArrivedOutput } from '../../../domain/kernel/arrivals.ts';
import { chainIdOf } from '../../../domain/kernel/network-of-kind.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { type Fields, fieldsOf, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { arrivalAtNodes } from '../arrival-at-nodes.ts';
import { ask, askBlock, askTip, type EvmNode } from './evm-node.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { finalBlock } from './final-block.ts';
import { count, hexText, quantity } from './quantities.ts';

/** Where something should have come in, and how deep it has to be. */
export interface ArrivalTerms {
  readonly facts: EvmNetwork;
  readonly kind: NodePoolKind;
  /** In lower case. */
  readonly account: string;
  /** Of replaced keys, in lower case: what they send is the pool's already. */
  readonly olderAccounts?: readonly string[];
  readonly confirmations: number;
}

/** A transaction that was executed, as a node has it. */
export interface Executed {
  readonly transaction: Fields;
  readonly receipt: Fields;
}

/** What a transaction that was executed has paid, in units of the ledger, or in words why nothing. */
export type ReadPaid = (executed: Executed) => bigint | string;

/**
 * What nodes say of a transaction that should have paid the account: whether it did, and is as deep as payments have to be. One that does not have it so
 * decides, one whose account does not hold it yet before one that is not deep enough.
 *
 * @param txid with 0x
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function askArrival(
  nodes: readonly EvmNode[],
  txid: string,
  terms: ArrivalTerms,
  read: ReadPaid,
): Promise<ArrivedOutput> {
  const { facts, kind, confirmations } = terms;
  return arrivalAtNodes(nodes, async ({ rpc }) => {
    const { height, isSynced } = await askTip(rpc, chainIdOf(facts, kind));
    if (!isSynced) throw new UnreadableAnswer('it is behind, or alone');
    const final = await finalBlock(rpc, { facts, kind, confirmations }, height);
    return readArrival(rpc, txid, { confirmations, height, final, read });
  });
}

async function readArrival(
  rpc: NodeRpc,
  txid: string,
  {
    confirmations,
    height,
    final,
    read,
  }: {
    readonly confirmations: number;
    readonly height: number;
    readonly final: number;
    readonly read: ReadPaid;
  },
): Promise<ArrivedOutput> {
  const missing = (why: string) => ({ kind: 'not-arrived', why }) as const;
  const [said, ran] = await Promise.all([
    ask(rpc, 'eth_getTransactionByHash', [txid]),
    ask(rpc, 'eth_getTransactionReceipt', [txid]),
  ]);
  if (said === null) return missing('no node knows the transaction');
  if (ran === null) return missing('it is in no block yet');
  const transaction = fieldsOf(said, 'the transaction');
  const receipt = fieldsOf(ran, 'the receipt');
  if (
    [hexText(transaction, 'hash', 32), hexText(receipt, 'transactionHash', 32)].some((each) => each !== txid)
  )
    throw new UnreadableAnswer('it answers with another transaction');
  // One that was undone has no logs, and would seem to pay nothing.
  if (quantity(receipt['status'], 'status') !== 1n) return missing('it was executed and undone');
  const paid = read({ transaction, receipt });
  if (typeof paid === 'string') return missing(paid);
  const block = count(receipt['blockNumber'], 'blockNumber');
  const { hash } = await askBlock(rpc, block);
  // The two calls may have been answered on two branches.
  if ([transaction, receipt].some((each) => hexText(each, 'blockHash', 32) !== hash))
    throw new UnreadableAnswer('its branch has changed meanwhile');
  const depth = height - block + 1;
  const held = (why: string) => ({ ...missing(why), isHeld: true });
  if (depth < confirmations) return held(`it is ${depth} blocks deep, and ${confirmations} are needed`);
  if (block > final) return held('no block that its node calls final has it yet');
  return { kind: 'arrived', amount: paid };
}
