import {
  judgeTransaction,
  type TransactionAnswer,
  witnessesNeeded,
} from '@openlode/ledger/judge-transaction';
import { requireRail } from '../kernel/rails.ts';
import { readAbandoned } from './maintenance.ts';
import { networksOf } from './outgoing-guard.ts';
import type { Payout, Signed } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';

/**
 * What a signed payout that has not left still waits for before its money may go back, once its own network has invalidated its bytes:
 * on every other network of its coin two nodes in step must not know the transaction. Undefined where nothing is missing.
 */
export async function missingElsewhere(
  { db, rails }: Pick<PayoutContext, 'db' | 'rails'>,
  payout: Payout,
  { txid, proof }: Signed,
): Promise<string | undefined> {
  const [, ...others] = networksOf(rails, payout, await readAbandoned(db));
  for (const network of others) {
    const answers = await requireRail(rails, network)
      .lookUp(network, txid, proof)
      .catch(() => []);
    const { witnesses } = judgeTransaction(answers, payout.confirmationsNeeded);
    if (answers.some(({ status }) => ['waiting', 'confirmed', 'unclear'].includes(status.kind)))
      return `an operator: its transaction is known on ${network}: ${describeAnswers(answers)}`;
    if (witnesses < witnessesNeeded)
      return `two nodes in step of ${network} that do not know its transaction: ${describeAnswers(answers)}`;
  }
  return undefined;
}

/** What a signed payout waits for whose end an operator has asked for, by what the nodes of its own network say. */
export function endingWords(answers: readonly TransactionAnswer[]): string {
  const isKnown = answers.some(({ status }) => ['waiting', 'confirmed', 'unclear'].includes(status.kind));
  return isKnown
    ? `a second node that knows its transaction, which has left all the same by one: ${describeAnswers(answers)}`
    : `two nodes to prove that its bytes can never be confirmed; until then nothing is given back (${spendWords}): ${describeAnswers(answers)}`;
}

/** What an adopted payout waits for that nothing is known to have sent. */
export function unsentWords(answers: readonly TransactionAnswer[]): string {
  return `two nodes that know its transaction, or prove that it can never be confirmed; it is never sent from here (${spendWords}): ${describeAnswers(answers)}`;
}

/** Nothing but this ends bytes without a time limit. */
export const spendWords =
  'bytes that never expire end when the wallet spends what they spend: payouts cancel does that';

function describeAnswers(answers: readonly TransactionAnswer[]): string {
  if (answers.length === 0) return 'no node answers';
  return answers
    .map(({ node, height, isSynced, status }) => {
      const place = `${node} at block ${height}${isSynced ? '' : ', not in step'}`;
      return `${place}: ${statusWords[status.kind]}`;
    })
    .join('; ');
}

const statusWords: Readonly<Record<TransactionAnswer['status']['kind'], string>> = {
  absent: 'not known',
  waiting: 'waits for a block',
  confirmed: 'in a block',
  invalidated: 'invalidated',
  unclear: 'in a block, and not clear what it did',
};
