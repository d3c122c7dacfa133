import type { CoinRules } from '../coin-rules.ts';
import data from './coins.json' with { type: 'json' };

/** The rules of the 113 coins that the case tables speak of, without what only the catalogue needs. */
export const testCoins: readonly CoinRules[] = data;

export function findTestCoin(symbol: string): CoinRules | undefined {
  return testCoins.find((coin) => coin.symbol === symbol);
}

export function testCoin(symbol: string): CoinRules {
  const coin = findTestCoin(symbol);
  if (coin === undefined) throw new Error(`no coin ${symbol} in the test data`);
  return coin;
}
