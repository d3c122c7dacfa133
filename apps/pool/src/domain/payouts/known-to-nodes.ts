import {
  type Judgement,
  judgeTransaction,
  type TransactionAnswer,
  witnessesNeeded,
} from '@openlode/ledger/judge-transaction';
import type { JournalLine } from '../kernel/payout-journal.ts';
import { type Rails, requireRail } from '../kernel/rails.ts';

type Transaction = Pick<JournalLine, 'network' | 'coin' | 'txid' | 'proof'>;

/** Whether two nodes in step know a transaction, and none contradicts: one node's word is not enough to call it sent. */
export function isKnownToTwo({
  evidence,
  unresolved,
  witnesses,
}: Pick<Judgement, 'evidence' | 'unresolved' | 'witnesses'>): boolean {
  const isKnown = evidence.kind === 'confirmed' || evidence.kind === 'waiting';
  return isKnown && unresolved === undefined && witnesses >= witnessesNeeded;
}

/** Whether any node has it, in step or not: it may be confirmed then, whatever is done here. */
export function isKnownToAny(answers: readonly TransactionAnswer[]): boolean {
  return answers.some(({ status }) => ['waiting', 'confirmed', 'unclear'].includes(status.kind));
}

/** Known to two, or two nodes have executed it and cannot tell what it did: it has left in any case. */
export function hasLeftByTwo(judged: Judgement): boolean {
  return judged.unclear !== undefined || isKnownToTwo(judged);
}

/** What the nodes of its network say of a transaction; `silent` where they cannot be asked. */
export async function askNodes(
  rails: Rails,
  { network, coin, txid, proof }: Transaction,
): Promise<Judgement> {
  const rail = requireRail(rails, network);
  const answers = await rail.lookUp(network, txid, proof).catch(() => []);
  return judgeTransaction(answers, rail.terms(coin, network).confirmationsNeeded);
}
