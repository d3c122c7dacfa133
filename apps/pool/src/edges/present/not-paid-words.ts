import { findCoin } from '@openlode/catalogue/coins';

/** Why no new work is paid in a coin that a rail may pay; `no-rails`: the pool has none at all, so that nothing leaves it. */
export type NotPaidReason = 'no-way' | 'no-price' | 'no-rails';

/** The sentence that pages show. */
export function notPaidWords(reason: NotPaidReason, coin: string): string {
  const name = findCoin(coin)?.name ?? coin;
  switch (reason) {
    case 'no-way':
      return `This pool has no way to come by ${name}: it does not mine it, keeps no stock of it, and buys it nowhere.`;
    case 'no-price':
      return `This pool has no rate for ${name}: fewer than two of its sources price it, so nothing can be converted to it.`;
    case 'no-rails':
      return 'This pool pays out nothing: its settings name no wallet. What is mined is credited, and kept.';
  }
}
