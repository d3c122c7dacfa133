import type { CoinReservations } from '../../../../domain/kernel/coin-reservations.ts';

/** Reservations of one process, for suites. */
export function memoryReservations(): CoinReservations {
  const held = new Map<string, readonly bigint[]>();
  const isFor = (coin: string, payouts: readonly bigint[]): boolean =>
    held.get(coin)?.some((each) => payouts.includes(each)) ?? false;
  return {
    read: async (_network, payouts) => {
      const coins = [...held.keys()];
      return {
        own: new Set(coins.filter((coin) => isFor(coin, payouts))),
        others: new Set(coins.filter((coin) => !isFor(coin, payouts))),
      };
    },
    reserve: async (_network, payouts, coins) => {
      if (coins.some((coin) => held.has(coin) && !isFor(coin, payouts))) return false;
      for (const coin of coins) held.set(coin, [...new Set([...(held.get(coin) ?? []), ...payouts])]);
      return true;
    },
    release: async (_network, payouts) => {
      for (const [coin, of] of held) if (of.every((each) => payouts.includes(each))) held.delete(coin);
    },
  };
}
