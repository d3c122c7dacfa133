import type { ExpectedIncome } from '@openlode/contracts/http/account-expected';
import { splitAmount } from '../../shared/format/split-amount.ts';

/** What is expected of another pool, and that nothing of it is credited. */
export function expectedWords({ through, coin, blocks, amount, by_luck: isByLuck }: ExpectedIncome): {
  readonly title: string;
  readonly words: string;
} {
  const what = amount === null ? `the work of ${roughly(blocks)} blocks` : `about ${roughly(amount)} ${coin}`;
  return {
    title: `Expected from ${through}, and not here yet: ${what}`,
    words: `Nothing of it is credited or part of the balance. What is paid follows from what ${through} pays, once that has arrived here, less the fee of this pool.${luckWords(isByLuck)}`,
  };
}

function luckWords(isByLuck: boolean | null): string {
  if (isByLuck === null) return ' How that pool pays is not said here: it may be more or less.';
  return isByLuck ? ' That pool pays by luck: it may be much more, or nothing.' : '';
}

/** Of an estimate the further digits say nothing: three of those below 1, two decimals above it. */
function roughly(amount: string): string {
  return /^0\.0*\d{1,3}/.exec(amount)?.[0] ?? splitAmount(amount).main;
}
