import { formatAmount } from '@openlode/money/amount';
import type { rewardColumns } from '@openlode/contracts/http/account-tables';
import { utcDate } from '../../domain/kernel/utc-day.ts';
import type { Reward } from '../../domain/views/read-rewards.ts';

type Cells = Record<(typeof rewardColumns)[number], string>;

/** A reward as the cells of its line, each under the name of its column. Amounts are exact; what does not apply is empty. */
export function presentReward(reward: Reward, writeTime: (ms: number) => string): Cells {
  const { block, mined, receipt } = reward;
  const amount = (units: bigint | undefined): string => (units === undefined ? '' : formatAmount(units));
  return {
    // A day is one of UTC in any zone, so only its date is written.
    time: block === undefined ? utcDate(reward.creditedAt) : writeTime(reward.creditedAt),
    kind: reward.kind,
    algorithm: reward.algorithm,
    block_height: block?.height.toString() ?? '',
    block_hash: block?.hash ?? '',
    own_work: mined?.work.toString() ?? '',
    round_work: receipt?.roundWork.toString() ?? '',
    reward: amount(receipt?.reward),
    share: amount(mined?.share),
    reward_coin: reward.asset,
    rate: receipt?.rate ?? '',
    rate_source: receipt?.rateSource ?? '',
    rate_time: receipt === undefined ? '' : writeTime(receipt.rateAt),
    gross: amount(mined?.gross),
    fee: amount(mined?.fee),
    referral: amount(mined?.referral),
    credited: amount(reward.credited),
    coin: reward.coin,
    credited_usd: amount(reward.usd),
  };
}
