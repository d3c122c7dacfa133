import type { CoinItem } from '@openlode/contracts/http/coins';
import type { PaysHere } from '@openlode/mining/paid-here';

/** Where the pool pays, by what it says of these coins. */
export function paysHereOf(coins: readonly CoinItem[]): PaysHere {
  const unpaid = new Set(
    coins.flatMap(({ symbol, chains }) =>
      chains.filter(({ paid_here: isPaid }) => !isPaid).map(({ network }) => `${symbol}:${network}`),
    ),
  );
  return (coin, network) => !unpaid.has(`${coin}:${network}`);
}
