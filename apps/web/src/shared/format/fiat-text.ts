import type { RewardAssumptions } from '@openlode/contracts/http/calculate-reward';

type Rates = Pick<RewardAssumptions, 'price_usd' | 'fiat_per_usd'>;

/** Which currencies a visitor may choose; the pool answers the rates of those that it knows. */
export const currencies = [
  'USD',
  'EUR',
  'GBP',
  'CHF',
  'PLN',
  'JPY',
  'CNY',
  'INR',
  'BRL',
  'CAD',
  'AUD',
] as const;

/** Coins in money; null where no rate of that money is known. An estimate for people, so a float will do. */
export function fiatOf(coins: string, rates: Rates | undefined, currency: string): number | null {
  const perUsd = rates?.fiat_per_usd[currency];
  return perUsd === undefined ? null : Number(coins) * Number(rates?.price_usd) * Number(perUsd);
}

/** The same as text; undefined where it is not known. */
export function fiatText(coins: string, rates: Rates | undefined, currency: string): string | undefined {
  const money = fiatOf(coins, rates, currency);
  return money === null ? undefined : moneyText(money, currency);
}

/** `$1.23`, `€0.000012`: two decimals from a unit up, three significant digits below. */
export function moneyText(money: number, currency: string): string {
  const digits =
    money >= 1 || money === 0
      ? { maximumFractionDigits: 2 }
      : { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(money);
}
