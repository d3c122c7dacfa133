import type { Chain } from '@openlode/catalogue/define-coin';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import type { Minimum } from '../../domain/miners/payout-minimums.ts';

/** The two fields of the wire that say what is paid at least on a network, and what will be. */
export interface ShownMinimum {
  readonly payment_threshold: string;
  readonly payment_threshold_next?: { readonly amount: string; readonly timestamp: number };
}

export function presentMinimum(
  { paymentThreshold }: Pick<Chain, 'paymentThreshold'>,
  { current, next }: Minimum,
): ShownMinimum {
  const usual = parseAmount(paymentThreshold);
  return {
    payment_threshold: current !== undefined && current > usual ? formatAmount(current) : paymentThreshold,
    ...(next && {
      payment_threshold_next: {
        amount: formatAmount(next.amount > usual ? next.amount : usual),
        timestamp: next.from,
      },
    }),
  };
}
