import type { ArrivedOutput, OutputName } from '../../../domain/kernel/arrivals.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { arrivalAtNodes } from '../arrival-at-nodes.ts';
import { type AskedNodes, confirmationsNeeded } from './ask-situation.ts';
import { transactionIn } from './read-blocks.ts';
import { askInfo, askTip, sunIn, type TronNode } from './tron-node.ts';
import { ledgerAmount } from './units.ts';

/**
 * What nodes say of a transaction that should have paid the account: whether it has, in a solidified block that is deep enough. One that does not have it so decides.
 *
 * @param name its output is 0: a transaction pays one account
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function arrivedPayment(
  { txid, output }: OutputName,
  asked: AskedNodes,
): Promise<ArrivedOutput> {
  if (output !== 0)
    return { kind: 'not-arrived', why: 'a transaction of this network has one payment: its number is 0' };
  return arrivalAtNodes(asked.nodes, (node) => arrivedAt(node, txid.toLowerCase(), asked));
}

async function arrivedAt(
  node: TronNode,
  txid: string,
  { kind, account, now }: AskedNodes,
): Promise<ArrivedOutput> {
  const missing = (why: string) => ({ kind: 'not-arrived', why }) as const;
  const tip = await askTip(node, kind, now());
  if (!tip.isSynced) throw new UnreadableAnswer('it is behind');
  const info = await askInfo(node, txid);
  if (info === undefined) return missing('no node knows the transaction');
  const depth = tip.solid.number - info.block + 1;
  if (depth < 1) return missing('it is in no solidified block yet');
  const { result, contract } = await transactionIn(node, info.block, txid);
  if (result !== 'SUCCESS') return missing('it was executed and has failed');
  if (contract.type !== 'TransferContract') return missing('it is no payment of TRX');
  const transfer = contract.value;
  if (transfer['to_address'] !== account)
    return missing('it pays no account of the pool by itself: what else changes a balance is not credited');
  if (transfer['owner_address'] === account) return missing('it comes from the account itself');
  if (depth >= confirmationsNeeded)
    return { kind: 'arrived', amount: ledgerAmount(sunIn(transfer, 'amount')) };
  return {
    ...missing(`it is ${depth} solidified blocks deep, and ${confirmationsNeeded} are needed`),
    isHeld: true,
  };
}
