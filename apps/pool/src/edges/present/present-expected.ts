import type { ExpectedIncome as Presented } from '@openlode/contracts/http/account-expected';
import { formatAmount } from '@openlode/money/amount';
import { type PaymentScheme, paysByLuck } from '../../domain/kernel/upstream-terms.ts';
import type { ExpectedIncome } from '../../domain/views/read-expected-income.ts';

export function presentExpected({ upstream, blocks, amount, since }: ExpectedIncome): Presented {
  const { name, algorithm, coin, scheme } = upstream;
  return {
    through: name,
    algorithm,
    coin,
    blocks: formatAmount(blocks),
    amount: amount === undefined ? null : formatAmount(amount),
    since,
    by_luck: luckOf(scheme),
  };
}

function luckOf(scheme: PaymentScheme | undefined): boolean | null {
  return scheme === undefined ? null : paysByLuck(scheme);
}
