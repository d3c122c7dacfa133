import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { ExecutedTransaction } from './solana-node.ts';

/**
 * By how much a transaction has changed what an account has, in lamports; undefined where it does not name the account. Balances beyond nine million SOL do not come
 * to the unit in JSON.
 */
export function paidTo(
  { before, after, loaded }: Pick<ExecutedTransaction, 'before' | 'after' | 'loaded'>,
  keys: readonly string[],
  account: string,
): bigint | 'too-much-to-say' | undefined {
  const all = [...keys, ...loaded];
  if (before.length !== all.length || after.length !== all.length)
    throw new UnreadableAnswer('it has balances of other accounts than the transaction names');
  const at = all.indexOf(account);
  if (at < 0) return undefined;
  const [was, is] = [before[at], after[at]];
  if (![was, is].every((each) => typeof each === 'number' && Number.isInteger(each) && each >= 0))
    throw new UnreadableAnswer('a balance is no whole number from 0 on');
  if (![was, is].every(Number.isSafeInteger)) return 'too-much-to-say';
  return BigInt(is as number) - BigInt(was as number);
}
