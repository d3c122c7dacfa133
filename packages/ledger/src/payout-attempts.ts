import { type Judgement, witnessesNeeded } from './judge-transaction.ts';

/** One of the transactions that were signed for a payout. */
export interface SignedAttempt {
  readonly txid: string;
  /** What it spends that no other transaction can spend as well. */
  readonly claims: readonly string[];
}

/** The first of these that could be confirmed beside a transaction with these claims, because the two share none; undefined where there is none. */
export function firstBeside<A extends SignedAttempt>(
  claims: readonly string[],
  attempts: readonly A[],
): A | undefined {
  const own = new Set(claims);
  return attempts.find((each) => !each.claims.some((claim) => own.has(claim)));
}

/** What nodes say of an attempt. */
export interface JudgedAttempt {
  readonly txid: string;
  readonly judged: Pick<Judgement, 'evidence' | 'fee' | 'unresolved' | 'unclear' | 'witnesses'>;
}

/**
 * Which attempt a payout goes on with: the one that its chain has executed, by the word of two nodes, whichever the payout has now. At most
 * one of them can have been; where nodes say it of none, it keeps the one that it has.
 */
export function attemptOnChain(current: JudgedAttempt, others: readonly JudgedAttempt[]): string {
  if (wasExecuted(current)) return current.txid;
  return others.find(wasExecuted)?.txid ?? current.txid;
}

/** In a block: paid, undone, or what no rule can tell. One that was undone took its fee, and is no attempt that another one made impossible. */
function wasExecuted({ judged: { evidence, fee, unresolved, unclear, witnesses } }: JudgedAttempt): boolean {
  if (unclear !== undefined) return true;
  if (witnesses < witnessesNeeded || unresolved !== undefined) return false;
  return evidence.kind === 'confirmed'
    ? evidence.confirmations > 0
    : evidence.kind === 'invalidated' && fee > 0n;
}
