import { findCoin } from '@openlode/catalogue/coins';
import type { AccountStats as WireStats } from '@openlode/contracts/http/account-stats';
import { formatAmount } from '@openlode/money/amount';
import type { MinerStats, Span } from '../../domain/views/read-stats.ts';
import { chainOf } from './default-chain.ts';
import { percentOf } from './fee-percent.ts';
import { presentMinimum } from './present-minimum.ts';

export function presentStats(stats: MinerStats): WireStats {
  const { miner, balance, rewarded } = stats;
  const coin = findCoin(miner.coin);
  const bounds = ({ from, to }: Span): [number, number] => [from, to];
  return {
    coin: miner.coin,
    network: miner.network,
    balance: formatAmount(balance.total),
    balance_mining: formatAmount(balance.mining),
    balance_referral: formatAmount(balance.referral),
    rewarded: {
      past_24h: formatAmount(rewarded.past24h.amount),
      past_7d: formatAmount(rewarded.past7d.amount),
      past_30d: formatAmount(rewarded.past30d.amount),
    },
    rewarded_timestamp: {
      past_24h: bounds(rewarded.past24h),
      past_7d: bounds(rewarded.past7d),
      past_30d: bounds(rewarded.past30d),
    },
    payday: {
      credited_past_day: formatAmount(stats.payday.pastDay),
      rewarded_yesterday: stats.payday.isOwed,
    },
    paid: formatAmount(stats.paid),
    payments: stats.payments,
    last_payment: stats.lastPaymentAt,
    payment_threshold:
      coin === undefined
        ? null
        : presentMinimum(
            chainOf(coin, miner.network),
            stats.minimum === undefined ? {} : { current: stats.minimum },
          ).payment_threshold,
    mining_fee: percentOf(stats.feePpm),
  };
}
