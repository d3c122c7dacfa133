import { describe, expect, it } from 'vitest';
import { judgeFloat } from './judge-float.ts';
import { createFloatWatch } from './watch-floats.ts';

const ltc = { coin: 'LTC', network: 'LTC', target: 5n, ceiling: 20n };
const usdt = { coin: 'USDT', network: 'ETH', target: 100n, ceiling: 100n };

describe('judgeFloat', () => {
  it.each([
    [4n, { state: 'short', missing: 1n }],
    [5n, { state: 'within' }],
    [20n, { state: 'within' }],
    [21n, { state: 'over', excess: 16n }],
  ] as const)('says of %i held: %o', (held, verdict) => {
    expect(judgeFloat(ltc, held)).toEqual(verdict);
  });
});

describe('createFloatWatch', () => {
  const wallet = (network: string, amounts: () => ReadonlyMap<string, bigint>) => ({
    network,
    amounts: async () => amounts(),
  });

  it('keeps what the wallets said last, of a coin that is not there as of nothing', async () => {
    let held = new Map([['LTC', 21n]]);
    const watch = createFloatWatch([ltc, usdt], {
      byNetwork: [wallet('LTC', () => held), wallet('ETH', () => new Map())],
    });
    expect(watch.floats()).toEqual([]);
    await watch.look();
    expect(watch.floats()).toEqual([
      { coin: 'LTC', network: 'LTC', state: 'over', amount: 21n },
      { coin: 'USDT', network: 'ETH', state: 'short', amount: 0n },
    ]);
    held = new Map([['LTC', 6n]]);
    await watch.look();
    expect(watch.floats()[0]).toEqual({ coin: 'LTC', network: 'LTC', state: 'within', amount: 6n });
  });

  it('forgets one that does not answer, asks none without a float, and fails as a task does', async () => {
    const asked: string[] = [];
    const watch = createFloatWatch([ltc, usdt], {
      byNetwork: [
        wallet('LTC', () => {
          throw new Error('no node answers');
        }),
        wallet('ETH', () => new Map([['USDT', 100n]])),
        wallet('BSC', () => {
          asked.push('BSC');
          return new Map();
        }),
      ],
    });
    await expect(watch.look()).rejects.toThrow('no node answers');
    expect(watch.floats()).toEqual([{ coin: 'USDT', network: 'ETH', state: 'within', amount: 100n }]);
    expect(asked).toEqual([]);
  });
});
