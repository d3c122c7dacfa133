import { expect, it } from 'vitest';
import type { RatedCoin } from '../../domain/operations/list-rates.ts';
import { checkMarketRates } from './check-market-rates.ts';

const config = {
  dataDirectory: '/none',
  nodePool: {
    kind: 'regtest',
    chains: [],
    rails: [],
    rates: [{ source: 'kraken' }, { source: 'coingecko' }],
  },
} as unknown as Parameters<typeof checkMarketRates>[0];
const coin = (judgement: RatedCoin['judgement']): RatedCoin => ({
  coin: 'LTC',
  judgement,
  sells: null,
  buys: null,
  witnesses: 0,
  words: [],
});

it('counts the coins that have a rate, and warns where none has', async () => {
  const found = async (rated: readonly RatedCoin[] | undefined, runs = true) =>
    (await checkMarketRates(config, runs, async () => rated)).map(({ state, found }) => `${state}: ${found}`);
  expect(await found([coin('agreed'), coin('missing')])).toEqual([
    'well: 1 of 2 coins have a rate, by kraken, coingecko; openlode rates shows each',
  ]);
  expect(await found([coin('same-backing')])).toEqual([
    'warning: 0 of 1 coins have a rate, by kraken, coingecko',
  ]);
  expect(await found(undefined)).toEqual(['warning: the pool does not answer what it has heard']);
  expect(await found([], false)).toEqual(['well: asked of kraken, coingecko once the pool runs']);
  expect(
    await checkMarketRates({ dataDirectory: '/none', stratumProcesses: 1, nodePool: undefined }, true),
  ).toEqual([]);
});
