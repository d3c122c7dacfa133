import { algorithms } from '@openlode/catalogue/algorithms';
import type { AlgorithmRewards, PoolSummary } from '@openlode/contracts/http/pool';
import { formatAmount, roundDownTo } from '@openlode/money/amount';
import type { AlgorithmTotals, Pool, PoolTotals } from '../../domain/views/read-pool.ts';
import { inPreUnit, wireHashrate } from './present-hashrate.ts';

const btcDecimals = 8;
const minuteMs = 60_000;

/** Totals of the pool; every algorithm is present, also those without miners. */
export function presentPool(pool: Pool): {
  summary: PoolSummary;
  pools: Record<string, AlgorithmRewards>;
} {
  const pools = algorithms.map(({ code: algorithm }) => [
    algorithm,
    presentTotals(algorithm, pool.algorithms.get(algorithm)),
  ]);
  return { summary: presentPoolSummary(pool), pools: Object.fromEntries(pools) };
}

export function presentPoolSummary({ workers, miners, paidBtc }: PoolTotals): PoolSummary {
  return {
    total_paid_btc: formatAmount(roundDownTo(btcDecimals, paidBtc)),
    past_24hr_miners: miners.toString(),
    past_24hr_workers: workers.toString(),
  };
}

/** `last_reward` in seconds and `avg_reward_time` in minutes, as existing clients rely on. */
function presentTotals(algorithm: string, totals: AlgorithmTotals | undefined): AlgorithmRewards {
  const { lastRewardAt, averageRewardMs, hashesPerSecond = 0, miners = 0 } = totals ?? {};
  return {
    last_reward: lastRewardAt === undefined ? null : Math.floor(lastRewardAt / 1000),
    avg_reward_time:
      averageRewardMs === undefined ? null : Math.round((averageRewardMs / minuteMs) * 100) / 100,
    hashrate: wireHashrate(inPreUnit(algorithm, hashesPerSecond)),
    miners: miners.toString(),
  };
}
