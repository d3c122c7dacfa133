import { algorithms } from '@openlode/catalogue/algorithms';
import { findCoin } from '@openlode/catalogue/coins';
import { judgeReferralCode } from '@openlode/mining/referral-code';
import { judgeWorkerName } from '@openlode/mining/worker-name';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { earningsPerDay, networkWork } from './economy.ts';
import { gatherFleet } from './fleet.ts';
import { fleetRoster } from './fleet-roster.ts';
import { workOfSpan } from './fleet-work.ts';
import { planHistory } from './plan-history.ts';

/** `npm run test:long` plays all runs. */
const isLong = process.env['TEST_LONG'] === '1';

const fleet = gatherFleet('openlode');
const workers = [...fleet.byAlgorithm.values()].flat();
const unit = 10n ** 18n;

describe('the fleet', () => {
  it('has a miner who is always there on all 17 algorithms', () => {
    expect(fleet.byAlgorithm.size).toBe(algorithms.length);
    for (const own of fleet.byAlgorithm.values()) {
      expect(own.some(({ attendance }) => attendance === 'steady')).toBe(true);
    }
  });

  it('mines to valid addresses of coins of every kind, under names and codes that a miner could have used', () => {
    const coins = fleetRoster.map(({ coin }) => findCoin(coin));
    expect(new Set(fleetRoster.map(({ coin }) => coin)).size).toBeGreaterThan(35);
    expect(coins.some((coin) => coin?.highRisk)).toBe(true);
    expect(coins.some((coin) => coin?.delisted)).toBe(true);
    expect(coins.filter((coin) => coin?.addressPrefix !== null).length).toBeGreaterThan(4);
    expect(new Set(workers.map(({ miner }) => miner.memo)).size).toBeGreaterThan(2);
    for (const { name, referralCode } of workers) {
      expect(judgeWorkerName(name).kind).toBe('valid');
      if (referralCode !== null) expect(judgeReferralCode(referralCode).kind).toBe('valid');
    }
  });

  it('has no work for a delisted coin any more', () => {
    const delisted = workers.filter(({ miner }) => findCoin(miner.coin)?.delisted === true);
    expect(delisted.map(({ attendance }) => attendance)).toEqual(['retired', 'retired']);
  });

  it('has the address of a network in maintenance, with and without another network to turn to', () => {
    const closed = workers.flatMap(({ miner }) => {
      const coin = findCoin(miner.coin);
      const chain = coin?.chains.find(({ network }) => network === miner.network);
      if (coin === undefined || coin.delisted || chain === undefined || chain.enabled) return [];
      return [{ coin: coin.symbol, open: coin.chains.filter(({ enabled }) => enabled).length }];
    });
    expect(closed.toSorted((a, b) => (a.coin < b.coin ? -1 : 1))).toEqual([
      { coin: 'EOS', open: 1 },
      { coin: 'WAVES', open: 0 },
    ]);
  });

  it('stays under 20 kH/s of sha256, 60 H/s of scrypt and 100 kH/s of kheavyhash with every seed, luck included', () => {
    const most = (seed: string, algorithm: string): bigint => {
      const rates = gatherFleet(seed).byAlgorithm.get(algorithm) ?? [];
      return (rates.reduce((sum, { rate }) => sum + rate, 0n) * 1066n) / (1000n * unit);
    };
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), (seed) => {
        expect(most(seed, 'sha256')).toBeLessThan(20_000n);
        expect(most(seed, 'scrypt')).toBeLessThan(60n);
        expect(most(seed, 'kheavyhash')).toBeLessThan(100_000n);
      }),
      { numRuns: isLong ? 40 : 15 },
    );
  });

  it('does the same work at any time of the same seed, and other work of another', () => {
    const works = (seed: string, beginning: number) => {
      const other = gatherFleet(seed);
      const lines = workOfSpan(
        other,
        'kawpow',
        beginning,
        { from: -300, to: -240 },
        ({ referralCode }) => referralCode,
      );
      return {
        plan: planHistory(other),
        lines: lines.map(({ worker, work, shares }) => [worker, work, shares]),
      };
    };
    expect(works('openlode', 0)).toEqual(works('openlode', 1_700_000_040_000));
    expect(works('openlode', 0)).not.toEqual(works('another', 0));
  });

  it('earns a little of every algorithm in a day', () => {
    expect(earningsPerDay('fishhash')).toEqual([{ asset: 'IRON', amount: 450n * unit }]);
    expect(earningsPerDay('scrypt').map(({ asset }) => asset)).toEqual(['LTC', 'DOGE', 'BELLS']);
    for (const { code } of algorithms) expect(earningsPerDay(code).length).toBeGreaterThan(0);
    expect(networkWork(fleet, 'fishhash', 1000)).toBeGreaterThan(0n);
  });
});
