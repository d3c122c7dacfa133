import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { nullable } from '../nullable.ts';
import { byAlgorithm, decimalText, integerText } from '../primitives.ts';

export const PoolSummary = closedObject({
  total_paid_btc: decimalText('Everything ever paid out, valued in BTC when it was paid.'),
  past_24hr_miners: integerText('Accounts that mined in the last 24 hours.'),
  past_24hr_workers: integerText('Workers that mined in the last 24 hours.'),
});
export type PoolSummary = Static<typeof PoolSummary>;

/** The two units differ from each other and from every other time on the wire: existing clients rely on them. */
export const AlgorithmRewards = closedObject({
  last_reward: nullable(
    Type.Integer({ minimum: 0, description: 'The last credited reward. Seconds since 1970; null if none.' }),
  ),
  avg_reward_time: nullable(
    Type.Number({ minimum: 0, description: 'Minutes between rewards over the last 24 hours; null if none.' }),
  ),
  hashrate: decimalText("Ours: of all miners now, in the algorithm's pre-unit."),
  miners: integerText('Ours: accounts with a worker online now.'),
});
export type AlgorithmRewards = Static<typeof AlgorithmRewards>;

/** `GET /v5/pool` */
export const PoolResponse = envelope(
  closedObject({ summary: PoolSummary, pools: byAlgorithm(AlgorithmRewards, 'Rewards by algorithm.') }),
  { description: 'Totals of the pool.' },
);
export type PoolResponse = Static<typeof PoolResponse>;
