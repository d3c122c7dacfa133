import type { ExpectedIncome as Presented } from '@openlode/contracts/http/account-expected';
import { formatAmount } from '@openlode/money/amount';
import { type PaymentScheme, paysByLuck } from '../../domain/kernel/upstream-terms.ts';
import type { ExpectedAndReported } from '../../domain/views/read-reported-part.ts';

export function presentExpected({
  upstream,
  blocks,
  amount,
  since,
  reported,
  nextAt,
}: ExpectedAndReported): Presented {
  const { name, algorithm, coin, scheme } = upstream;
  return {
    through: name,
    algorithm,
    coin,
    blocks: formatAmount(blocks),
    amount: amount === undefined ? null : formatAmount(amount),
    since,
    by_luck: luckOf(scheme),
    next_at: nextAt === undefined ? null : Math.round(nextAt),
    said:
      reported === undefined
        ? null
        : {
            paid: formatAmount(reported.paid),
            part: formatAmount(reported.part),
            at: reported.at,
            missing: reported.isMissing,
          },
  };
}

function luckOf(scheme: PaymentScheme | undefined): boolean | null {
  return scheme === undefined ? null : paysByLuck(scheme);
}
