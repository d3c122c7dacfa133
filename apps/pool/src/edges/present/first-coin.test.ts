import { expect, it } from 'vitest';
import { firstCoin } from './first-coin.ts';

it('begins with Bitcoin, or with a coin that the pool pays in its place', () => {
  const paying =
    (...coins: readonly string[]) =>
    (coin: string) =>
      coins.includes(coin);
  expect(firstCoin(() => true)).toBe('BTC');
  expect(firstCoin(paying('BTC', 'LTC'))).toBe('BTC');
  expect(firstCoin(paying('XMR', 'LTC', 'AAVE'))).toBe('LTC');
  expect(firstCoin(paying('AAVE'))).toBe('AAVE');
  // One that is delisted is no coin to begin with.
  expect(firstCoin(paying('FTM'))).toBe('BTC');
});
