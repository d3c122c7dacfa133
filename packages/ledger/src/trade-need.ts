/** What is known of one coin of the pool, in units of 10^-18. */
export interface TradedPosition {
  readonly coin: string;
  /** To miners: their balances, and payouts on their way. */
  readonly owed: bigint;
  /** What payouts, sweeps and their fees may have taken out of the wallets already, and is still in the ledger. */
  readonly leaving: bigint;
  /** In the wallets of all networks of the coin. */
  readonly wallets: bigint;
  /** In the account at the exchange, by the ledger. */
  readonly exchange: bigint;
  /** Of all that lies at exchanges, what trades have brought there and none has spent. */
  readonly bought: bigint;
  /** What is on its way to the exchange, and from it to wallets. */
  readonly onItsWay: bigint;
  /** The conversion account: above zero what conversions bought and have to sell, below zero what they sold and have to buy. */
  readonly converted: bigint;
  /** What the wallets should have beside what is owed. */
  readonly target: bigint;
}

export type TradeSide = 'sell' | 'buy';

/** What should be traded of a coin. */
export interface TradeNeed {
  readonly side: TradeSide;
  readonly amount: bigint;
  /** The rest of what conversions have left: a sale would take what miners are owed or wallets should have; a purchase is held already. */
  readonly kept: bigint;
}

/**
 * What should be sold or bought of a coin; undefined where conversions have left nothing. Only what they have left is traded, so that no trade opens
 * a position or makes one larger; of that no more is sold than is held beside what is owed and the target, and no more bought than is missing of them.
 */
export function tradeNeed(position: TradedPosition): TradeNeed | undefined {
  const { owed, leaving, wallets, exchange, onItsWay, converted, target } = position;
  if (converted === 0n) return undefined;
  const isSale = converted > 0n;
  const left = isSale ? converted : -converted;
  const amount = within(
    isSale ? spareOf(position) : owed - leaving + target - wallets - exchange - onItsWay,
    left,
  );
  return { side: isSale ? 'sell' : 'buy', amount, kept: left - amount };
}

/** What is held beside what is owed and what wallets should have; below zero where that is missing. What is on its way is not counted. */
export function spareOf({ owed, wallets, exchange, target }: TradedPosition): bigint {
  return wallets + exchange - owed - target;
}

function within(amount: bigint, most: bigint): bigint {
  if (amount <= 0n) return 0n;
  return amount < most ? amount : most;
}
