import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateReward } from './estimate-reward.ts';
import { parseRatio } from '@openlode/money/ratio';

const ravencoin = { asset: 'RVN', blockTimeS: '60', rewardPerBlock: '2500', networkRate: '6000000000000' };
const prices: Record<string, string> = { RVN: '0.02', DOGE: '0.25', BTC: '100000' };
const priceOf = (asset: string) => prices[asset];
const conversion = { priceOf, askOf: priceOf };

describe('estimateReward', () => {
  it('earns its part of the network’s day, converted, less the fee', () => {
    // 100 MH/s of 6 TH/s, 1,440 blocks of 2,500 RVN: 60 RVN a day, 59.4 after one percent; at 0.08 DOGE each.
    const rate = parseRatio('100000000');
    expect(estimateReward(rate, [ravencoin], 'RVN', conversion, 10_000)).toEqual({
      kind: 'estimate',
      perDay: '59.4',
      perMonth: '1782',
    });
    expect(estimateReward(rate, [ravencoin], 'DOGE', conversion, 10_000)).toMatchObject({ perDay: '4.752' });
  });

  it('takes off the spread of the conversion, and none of what is mined in the coin itself', () => {
    const rate = parseRatio('100000000');
    const spread = { ...conversion, spreadOf: (asset: string) => (asset === 'RVN' ? 6000 : 4000) };
    // One percent of 4.752 DOGE.
    expect(estimateReward(rate, [ravencoin], 'DOGE', spread, 10_000)).toMatchObject({ perDay: '4.70448' });
    expect(estimateReward(rate, [ravencoin], 'RVN', spread, 10_000)).toMatchObject({ perDay: '59.4' });
  });

  it('adds up what merged mining earns', () => {
    const twice = [ravencoin, { ...ravencoin, rewardPerBlock: '1250' }];
    expect(estimateReward(parseRatio('100000000'), twice, 'RVN', conversion, 0)).toMatchObject({
      perDay: '90',
    });
  });

  it('earns nothing for nothing, and never nothing for something', () => {
    expect(estimateReward(parseRatio('0'), [ravencoin], 'BTC', conversion, 0)).toMatchObject({
      perDay: '0',
      perMonth: '0',
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 18 }), (digits, decimals) => {
        const text = digits.toString().padStart(decimals + 1, '0');
        const rate = decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
        const outcome = estimateReward(parseRatio(rate), [ravencoin], 'BTC', conversion, 10_000);
        expect(outcome.kind === 'estimate' && /[1-9]/.test(outcome.perDay)).toBe(true);
      }),
    );
  });

  it('names the coin that has no price', () => {
    expect(estimateReward(parseRatio('1'), [ravencoin], 'XMR', conversion, 0)).toEqual({
      kind: 'no-price',
      asset: 'XMR',
    });
  });

  it('takes the coin that is paid at what it costs, unless it is the one that is mined', () => {
    const dear = { priceOf, askOf: (asset: string) => (asset === 'DOGE' ? '0.5' : prices[asset]) };
    const rate = parseRatio('50000000');
    const [one, two] = [
      estimateReward(rate, [ravencoin], 'DOGE', conversion, 0),
      estimateReward(rate, [ravencoin], 'DOGE', dear, 0),
    ];
    if (one.kind !== 'estimate' || two.kind !== 'estimate') throw new Error('both have prices');
    expect(Number(two.perDay)).toBe((Number(one.perDay) * Number(prices['DOGE'])) / 0.5);
    const own = { priceOf, askOf: () => '9' };
    expect(estimateReward(rate, [ravencoin], 'RVN', own, 0)).toEqual(
      estimateReward(rate, [ravencoin], 'RVN', conversion, 0),
    );
  });
});
