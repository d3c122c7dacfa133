import type { CoinItem } from './http/coins.ts';

/** Why a coin cannot be chosen. */
export function whyNotPaid({ name, not_paid_why }: Pick<CoinItem, 'name' | 'not_paid_why'>): string {
  return not_paid_why ?? `This pool has no wallet that pays ${name}.`;
}
