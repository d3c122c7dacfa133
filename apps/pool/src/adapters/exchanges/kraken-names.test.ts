import { findCoin } from '@openlode/catalogue/coins';
import { expect, it } from 'vitest';
import { coinOfAsset, krakenAsset, krakenCoins } from './kraken-names.ts';

const money: ReadonlySet<string> = new Set(['USD', 'EUR']);

it('has one name for each coin, which is a coin of the catalogue or money', () => {
  for (const coin of krakenCoins) {
    expect([coin, coinOfAsset(krakenAsset(coin))]).toEqual([coin, coin]);
    if (!money.has(coin)) expect([coin, findCoin(coin)?.symbol]).toEqual([coin, coin]);
  }
  expect(new Set([...krakenCoins].map(krakenAsset)).size).toBe(krakenCoins.size);
});

it.each(['DOGX', '[XXBT.F]', 'toString', '', undefined])('knows nothing by the name of %s', (name) => {
  expect(coinOfAsset(name)).toBeUndefined();
});
