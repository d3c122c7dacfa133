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
  const now = current !== undefined && current > usual ? current : usual;
  const later = next !== undefined && next.amount > usual ? next.amount : usual;
  return {
    payment_threshold: now === usual ? paymentThreshold : formatAmount(now),
    ...(next !== undefined &&
      later !== now && { payment_threshold_next: { amount: formatAmount(later), timestamp: next.from } }),
  };
}
