import { describe, expect, it } from 'vitest';
import { isThinDay, marketPrice, priceInDollars } from './market-price.ts';

const market = (
  bid: string | undefined,
  ask: string | undefined,
  dayVolume: string | undefined = '1000000',
) => marketPrice({ bid, ask, dayVolume });

describe('marketPrice', () => {
  it('is the middle of bid and ask', () => {
    expect(market('0.05', '0.0501')).toEqual({
      kind: 'priced',
      price: { bid: '0.05', ask: '0.0501', mid: '0.05005' },
    });
    expect(market('0.000000012', '0.000000012', '10000000000000')).toMatchObject({
      price: { mid: '0.000000012' },
    });
  });

  it('is none where a side is missing, where sides cross, are far apart, or where a day has little volume', () => {
    for (const side of [undefined, '0', '0.00', '', '-1', '1e-7', 'NaN', ' 1'])
      for (const sides of [market(side, '1'), market('1', side)])
        expect(sides).toEqual({ kind: 'one-sided' });
    expect(market('1.01', '1')).toEqual({ kind: 'crossed' });
    expect(market('1', '1.02')).toMatchObject({ kind: 'priced' });
    expect(market('1', '1.0200001')).toEqual({ kind: 'wide-spread' });
    expect(market('1', '1', '10000')).toMatchObject({ kind: 'priced' });
    for (const volume of ['9999.99', '0', '', 'x'])
      expect(market('1', '1', volume)).toEqual({ kind: 'thin' });
    expect(marketPrice({ bid: '1', ask: '1', dayVolume: undefined })).toEqual({ kind: 'thin' });
  });
});

describe('isThinDay', () => {
  it('is less than ten thousand dollars, or no number', () => {
    expect([isThinDay('10000'), isThinDay('9999.99'), isThinDay('1e9'), isThinDay('0')]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('priceInDollars', () => {
  it('sells through what a unit is worth, and buys through what it costs', () => {
    const tether = { bid: '0.999', ask: '1.001', mid: '1' };
    expect(priceInDollars({ bid: '100', ask: '101', mid: '100.5' }, tether)).toEqual({
      bid: '99.9',
      ask: '101.101',
      mid: '100.5',
    });
  });
});
