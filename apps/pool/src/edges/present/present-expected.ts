import type { ExpectedIncome as Presented } from '@openlode/contracts/http/account-expected';
import { formatAmount } from '@openlode/money/amount';
import { type PaymentScheme, paysByLuck } from '../../domain/kernel/upstream-terms.ts';
import type { ExpectedAndSaid } from '../../domain/views/read-said-part.ts';

export function presentExpected({
  upstream,
  blocks,
  amount,
  since,
  said,
  nextAt,
}: ExpectedAndSaid): Presented {
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
      said === undefined
        ? null
        : {
            paid: formatAmount(said.paid),
            part: formatAmount(said.part),
            at: said.at,
            missing: said.isMissing,
          },
  };
}

function luckOf(scheme: PaymentScheme | undefined): boolean | null {
  return scheme === undefined ? null : paysByLuck(scheme);
}
