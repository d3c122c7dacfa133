import type { ReceiptLine } from '@openlode/contracts/receipt';
import { exactTime } from '../../../../shared/format/relative-time.ts';

/** Who said what the rate rests on, and when: of both coins, where the prices of both are known. */
export function rateGrounds(
  {
    reward,
    rate_source: source,
    rate_at: at,
    paid_price_source: paidSource,
    paid_price_at: paidAt,
  }: Extract<ReceiptLine, { pending_conversion: false }>,
  coin: string,
): string {
  const own = `${source}, ${exactTime(at)}`;
  if (paidSource === undefined || paidAt === undefined) return own;
  return `${reward.coin} by ${own}; ${coin} by ${paidSource}, ${exactTime(paidAt)}`;
}
