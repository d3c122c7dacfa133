/** The payout coin of a visitor who has not chosen one. */
export const defaultCoinSymbol = 'BTC';

/** What stands in its place where a pool does not pay it: the first of these that it pays. */
export const nextCoinSymbols: readonly string[] = ['LTC', 'ETH', 'XMR', 'DOGE', 'USDT'];

/** Decimal places where a chain names none. */
export const defaultPrecision = 8;
