import { findCoin } from '@openlode/catalogue/coins';
import { expect, it } from 'vitest';
import { askedCoins } from '../rates/coin-ids.ts';
import { krakenPairs } from '../rates/kraken-pairs.ts';
import { coinOfAsset, krakenAsset, krakenCoins } from './kraken-names.ts';

const money: ReadonlySet<string> = new Set(['USD', 'EUR']);

it('has one name for each coin, which is a coin of the catalogue or money', () => {
  for (const coin of krakenCoins) {
    expect([coin, coinOfAsset(krakenAsset(coin))]).toEqual([coin, coin]);
    if (!money.has(coin)) expect([coin, findCoin(coin)?.symbol]).toEqual([coin, coin]);
  }
  expect(new Set([...krakenCoins].map(krakenAsset)).size).toBe(krakenCoins.size);
});

it('has a name for each coin whose dollar market is asked, and that market begins with it', () => {
  const asked = askedCoins(krakenPairs).map(({ asset, id }) => ({ asset, id }));
  expect(asked.filter(({ asset }) => !krakenCoins.has(asset))).toEqual([]);
  // Its market has the short name of the coin.
  const others = asked.filter(({ asset, id }) => !id.startsWith(krakenAsset(asset)));
  expect(others).toEqual([{ asset: 'DOGE', id: 'XDGUSD' }]);
});

it.each(['DOGX', '[XXBT.F]', 'toString', '', undefined])('knows nothing by the name of %s', (name) => {
  expect(coinOfAsset(name)).toBeUndefined();
});
