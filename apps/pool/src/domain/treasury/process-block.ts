import type { PayoutContext } from '../payouts/payout-context.ts';

/**
 * Why this process lets nothing leave now, in words: it does not trust its clock, for one. Caps of an hour and a day count by it, and so does how far apart
 * two looks at an exchange are, by which a request was never taken.
 */
export function processBlock({
  payoutBlockReason,
}: Partial<Pick<PayoutContext, 'payoutBlockReason'>>): string | undefined {
  const reason = payoutBlockReason?.();
  return reason && `this process lets nothing leave: ${reason}`;
}
