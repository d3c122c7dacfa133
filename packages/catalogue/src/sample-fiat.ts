/**
 * What one US dollar costs in other money, by ISO 4217 code: round figures near those of `samplePrices.date`, for the
 * calculator of a sandbox. No real money is ever converted with them.
 */
export const sampleFiatPerUsd: Readonly<Record<string, string>> = {
  USD: '1',
  EUR: '0.965',
  GBP: '0.807',
  CHF: '0.911',
  PLN: '4.07',
  JPY: '155.2',
  CNY: '7.25',
  INR: '86.6',
  BRL: '5.84',
  CAD: '1.453',
  AUD: '1.608',
};
