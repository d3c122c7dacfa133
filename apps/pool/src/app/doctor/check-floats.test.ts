import { describe, expect, it } from 'vitest';
import { checkFloats, describeFloat } from './check-floats.ts';

const unit = 10n ** 18n;
const ltc = { coin: 'LTC', network: 'LTC', target: 5n * unit, ceiling: 20n * unit };
const usdt = { coin: 'USDT', network: 'ETH', target: unit, ceiling: unit };

describe('what a wallet should have', () => {
  it.each([
    [4n, 'warning', 'it holds 4 LTC, below its target of 5', 'Too little for payouts: bring 1 LTC.'],
    [5n, 'well', 'it holds 5 LTC, between 5 and 20', ''],
    [
      25n,
      'warning',
      'it holds 25 LTC, over its ceiling of 20',
      'Too much for a wallet whose key is on a machine: take 20 LTC to a cold one.',
    ],
  ] as const)('is said of %i LTC', (held, state, found, advice) => {
    expect(describeFloat(ltc, held * unit)).toEqual({ subject: 'float LTC', state, found, advice });
  });

  it('is asked of the wallet of its network, by coin', async () => {
    const amounts = async () => new Map([['ETH', unit]]);
    expect(await checkFloats({ floats: [ltc, usdt] }, { network: 'ETH', amounts })).toMatchObject([
      { subject: 'float USDT on ETH', state: 'warning', found: 'it holds 0 USDT, below its target of 1' },
    ]);
    const silent = async () => {
      throw new Error('no node answers');
    };
    expect(await checkFloats({ floats: [ltc, usdt] }, { network: 'LTC', amounts: silent })).toMatchObject([
      { subject: 'float LTC', state: 'ill', found: 'what it holds is not known: no node answers' },
    ]);
    expect(await checkFloats({}, { network: 'LTC', amounts: silent })).toEqual([]);
  });
});
