import type { ArrivedOutput } from '../../../domain/kernel/arrivals.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { arrivalAtNodes } from '../arrival-at-nodes.ts';
import { paidTo } from './paid-to.ts';
import { isSignature } from './read-address.ts';
import { readHead } from './read-transaction.ts';
import { ledgerAmount } from './solana-facts.ts';
import { askStatus, askTip, askTransaction, type SolanaNode } from './solana-node.ts';

export interface ArrivalTerms {
  readonly kind: NodePoolKind;
  readonly account: string;
  /** Slots on it, its own counted. */
  readonly confirmations: number;
}

/**
 * What nodes say that a transaction has brought to the account in all: by how much it has more than before, also where a program has paid it. One that does not have it
 * decides.
 *
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function arrivedPayment(
  nodes: readonly SolanaNode[],
  txid: string,
  terms: ArrivalTerms,
): Promise<ArrivedOutput> {
  if (!isSignature(txid))
    return { kind: 'not-arrived', why: `${txid.slice(0, 100)} is no id of a transaction of Solana` };
  return arrivalAtNodes(nodes, (node) => arrivedAt(node, txid, terms));
}

async function arrivedAt(
  { rpc }: SolanaNode,
  txid: string,
  { kind, account, confirmations }: ArrivalTerms,
): Promise<ArrivedOutput> {
  const missing = (why: string) => ({ kind: 'not-arrived', why }) as const;
  const tip = await askTip(rpc, kind);
  if (!tip.isSynced) throw new UnreadableAnswer('it is behind');
  const executed = await askTransaction(rpc, txid, 'finalized');
  if (executed === undefined) {
    const status = await askStatus(rpc, txid);
    return missing(status === undefined ? 'no node knows the transaction' : 'it is not finalized yet');
  }
  const head = readHead(executed.bytes);
  if (head?.txid !== txid) throw new UnreadableAnswer('it answers with another transaction');
  if (executed.hasFailed) return missing('it was executed and undone');
  if (head.signers.includes(account)) return missing('it comes from the account itself');
  const paid = paidTo(executed, head.keys, account);
  if (paid === undefined || paid === 'too-much-to-say' || paid <= 0n)
    return missing('it brings nothing to the account of the pool');
  const depth = tip.height - executed.slot + 1;
  if (depth < confirmations)
    return { ...missing(`it has ${depth} slots on it, and ${confirmations} are needed`), isHeld: true };
  return { kind: 'arrived', amount: ledgerAmount(paid) };
}
