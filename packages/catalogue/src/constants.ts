/** The payout coin of a visitor who has not chosen one. */
export const defaultCoinSymbol = 'BTC';

/** Decimal places where a chain names none. */
export const defaultPrecision = 8;
