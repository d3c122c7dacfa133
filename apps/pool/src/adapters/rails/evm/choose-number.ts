import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';

/** What is known of the numbers of an account. */
export interface KnownNumbers {
  /** The next number by blocks, as far as any node has them. */
  readonly next: number;
  /** The next number by what waits at two nodes besides: none before it is missing there. */
  readonly nextWaiting: number;
  /** The same at any node. */
  readonly waitingAnywhere: number;
  /** Of transactions of the pool that are not over. */
  readonly claimed: readonly number[];
  /** Under which the payment was signed before, whether anything is stored of it or not: one, if any. */
  readonly signed: readonly number[];
  /** Kept for this payment … */
  readonly own: readonly number[];
  /** … and for others, which are not signed yet. */
  readonly others: readonly number[];
}

/**
 * The number of a payment's transaction. One under which it was signed before is used in any case, also where something else has used it:
 * then the blocks prove that the payment is over. Otherwise the lowest that is free, so that no gap stays, and only once all before it are
 * known to two nodes: a transaction behind a gap waits until it is filled.
 *
 * @returns undefined where a transaction of the pool has the number under which the payment was signed
 * @throws EarlierFirst where an earlier payment has to leave first
 * @throws Error where something waits that the pool does not know: a database that was set back may
 *   have lost it
 */
export function chooseNumber(known: KnownNumbers): number | undefined {
  const { next, nextWaiting, waitingAnywhere, claimed, signed, own, others } = known;
  const [bound] = signed;
  if (bound !== undefined) return claimed.includes(bound) ? undefined : bound;
  const taken = new Set([...claimed, ...others]);
  const [kept] = own.filter((each) => each >= next && !taken.has(each)).toSorted((a, b) => a - b);
  let number = kept ?? next;
  while (taken.has(number)) number += 1;
  if (number > nextWaiting)
    throw new EarlierFirst(
      `number ${nextWaiting} of the account is kept for an earlier payment, which two nodes do not have yet: it has to leave first`,
    );
  if (number < waitingAnywhere)
    throw new Error(
      `a transaction that the pool does not know waits with number ${number} of the account: which one is confirmed has to be seen first`,
    );
  return number;
}
