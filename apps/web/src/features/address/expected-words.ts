import type { ExpectedIncome } from '@openlode/contracts/http/account-expected';
import { exactDay } from '../../shared/format/relative-time.ts';
import { splitAmount } from '../../shared/format/split-amount.ts';

/** What is expected of another pool, and that nothing of it is credited. */
export function expectedWords({
  through,
  coin,
  blocks,
  amount,
  by_luck: isByLuck,
  next_at: nextAt,
  said,
}: ExpectedIncome): {
  readonly title: string;
  readonly words: string;
  /** What it says that it has paid; null where it names no payment that is still to come. */
  readonly said: string | null;
} {
  const what = amount === null ? `the work of ${roughly(blocks)} blocks` : `about ${roughly(amount)} ${coin}`;
  return {
    title: `Expected from ${through}, and not here yet: ${what}`,
    words: `None of it is credited or part of the balance: what ${through} pays is shared once it has arrived here, less the fee of this pool.${luckWords(isByLuck)}${nextWords(nextAt)}`,
    said: said === null ? null : saidWords(through, coin, said),
  };
}

function saidWords(
  through: string,
  coin: string,
  { paid, part, missing }: NonNullable<ExpectedIncome['said']>,
): string {
  const state = missing
    ? 'which should have arrived by now and has not'
    : 'which is still to arrive or to be credited';
  return `${through} says that it has paid ${roughly(paid)} ${coin}, ${state}: about ${roughly(part)} ${coin} of it for this work.`;
}

function nextWords(at: number | null): string {
  return at === null ? '' : ` Its next payment, if it pays as often as before: about ${exactDay(at)}.`;
}

function luckWords(isByLuck: boolean | null): string {
  if (isByLuck === null) return ' How that pool pays is not said here: it may be more or less.';
  return isByLuck ? ' That pool pays by luck: it may be much more, or nothing.' : '';
}

/** Of an estimate the further digits say nothing: three of those below 1, two decimals above it. */
function roughly(amount: string): string {
  return /^0\.0*\d{1,3}/.exec(amount)?.[0] ?? splitAmount(amount).main;
}
