import { parseAmount } from '@openlode/money/amount';
import { expect, it } from 'vitest';
import { readFills, readMarkets } from './kraken-read.ts';

const listed = {
  altname: 'LTCUSD',
  base: 'XLTC',
  quote: 'ZUSD',
  status: 'online',
  lot_decimals: 4,
  tick_size: '0.01',
  ordermin: '0.1',
  costmin: '0.5',
};

it('reads markets of which one names no least value, and leaves out one that names no steps, or none above zero', () => {
  const { costmin: _costmin, ...least } = listed;
  const { tick_size: _step, ...stepless } = listed;
  const odd = {
    ZERO: { ...listed, tick_size: '0' },
    BELOW: { ...listed, ordermin: '-10' },
    CHEAP: { ...listed, costmin: '-1' },
  };
  const markets = readMarkets({ XLTCZUSD: listed, LEAST: least, STEPLESS: stepless, ...odd });
  expect(markets.map(({ pair, valueMin }) => [pair, valueMin])).toEqual([
    ['XLTCZUSD', parseAmount('0.5')],
    ['LEAST', 0n],
  ]);
});

it('knows the trades of a market by either of its names, with their fee where there is any', () => {
  const [market] = readMarkets({ XLTCZUSD: listed });
  if (market === undefined) throw new Error('no market');
  const trade = { ordertxid: 'O', type: 'buy', vol: '1', price: '2', cost: '2', fee: '0', time: 1 };
  const fills = readFills(
    {
      A: { ...trade, pair: 'XLTCZUSD' },
      B: { ...trade, pair: 'LTCUSD', fee: '0.01' },
      C: { ...trade, pair: 'LTCEUR' },
    },
    market,
  );
  expect(fills.map(({ exchangeId, fees }) => [exchangeId, fees])).toEqual([
    ['A', []],
    ['B', [{ amount: parseAmount('0.01'), coin: 'USD' }]],
  ]);
});
