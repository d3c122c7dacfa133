import type { ArrivedOutput, OutputName } from '../../../domain/kernel/arrivals.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { type Fields, fieldsOf, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { askEach } from '../ask-nodes.ts';
import { finalBlock } from './final-block.ts';
import { ask, askBlock, askTip, type EvmNode } from './evm-node.ts';
import { chainIdOf } from '../../../domain/kernel/network-of-kind.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { count, hexText, quantity } from './quantities.ts';

const witnesses = 2;

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
  {
    facts,
    kind,
    account,
    confirmations,
  }: {
    readonly facts: EvmNetwork;
    readonly kind: NodePoolKind;
    /** In lower case. */
    readonly account: string;
    readonly confirmations: number;
  },
): Promise<ArrivedOutput> {
  if (output !== 0)
    return { kind: 'not-arrived', why: 'a transaction of this network has one payment: its number is 0' };
  const { answers, silent } = await askEach(nodes, async ({ rpc }) => {
    const { height, isSynced } = await askTip(rpc, chainIdOf(facts, kind));
    if (!isSynced) throw new UnreadableAnswer('it is behind, or alone');
    const final = await finalBlock(rpc, { facts, kind, confirmations }, height);
    return readPayment(rpc, `0x${txid}`, { account, confirmations, height, final });
  });
  const [first] = answers;
  if (first === undefined || answers.length < Math.min(witnesses, nodes.length))
    throw new UnreadableAnswer(`too few nodes say what became of it: ${silent.join('; ')}`);
  const missing = answers.find(({ kind: what }) => what === 'not-arrived');
  if (missing !== undefined) return missing;
  if (answers.some((each) => amountOf(each) !== amountOf(first)))
    throw new UnreadableAnswer('the nodes do not agree on what it pays');
  return first;
}

function amountOf(answer: ArrivedOutput): bigint | undefined {
  return answer.kind === 'arrived' ? answer.amount : undefined;
}

async function readPayment(
  rpc: NodeRpc,
  txid: string,
  {
    account,
    confirmations,
    height,
    final,
  }: {
    readonly account: string;
    readonly confirmations: number;
    readonly height: number;
    readonly final: number;
  },
): Promise<ArrivedOutput> {
  const missing = (why: string): ArrivedOutput => ({ kind: 'not-arrived', why });
  const [reported, ran] = await Promise.all([
    ask(rpc, 'eth_getTransactionByHash', [txid]),
    ask(rpc, 'eth_getTransactionReceipt', [txid]),
  ]);
  if (reported === null) return missing('no node knows the transaction');
  if (ran === null) return missing('it is in no block yet');
  const transaction = fieldsOf(reported, 'the transaction');
  const receipt = fieldsOf(ran, 'the receipt');
  if (
    [hexText(transaction, 'hash', 32), hexText(receipt, 'transactionHash', 32)].some((each) => each !== txid)
  )
    throw new UnreadableAnswer('it answers with another transaction');
  if (payeeOf(transaction) !== account)
    return missing('it pays no account of the pool by itself: what a contract pays on is not credited');
  if (hexText(transaction, 'from', 20) === account) return missing('it comes from the account itself');
  if (quantity(receipt['status'], 'status') !== 1n) return missing('it was executed and undone');
  const block = count(receipt['blockNumber'], 'blockNumber');
  const { hash } = await askBlock(rpc, block);
  // The two calls may have been answered on two branches.
  if ([transaction, receipt].some((each) => hexText(each, 'blockHash', 32) !== hash))
    throw new UnreadableAnswer('its branch has changed meanwhile');
  const depth = height - block + 1;
  if (depth < confirmations) return missing(`it is ${depth} blocks deep, and ${confirmations} are needed`);
  if (block > final) return missing('no block that its node calls final has it yet');
  return { kind: 'arrived', amount: quantity(transaction['value'], 'value') };
}

/** Undefined where it makes a contract. */
function payeeOf(transaction: Fields): string | undefined {
  return transaction['to'] === null ? undefined : hexText(transaction, 'to', 20);
}
