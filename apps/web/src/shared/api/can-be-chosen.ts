import type { CoinItem } from '@openlode/contracts/http/coins';

/** Whether new work can be paid in the coin: it is listed, and the pool has a wallet that pays it. */
export function canBeChosen({ delisted, paid_here }: Pick<CoinItem, 'delisted' | 'paid_here'>): boolean {
  return delisted === 0 && paid_here;
}
