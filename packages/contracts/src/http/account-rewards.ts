import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';

export const RewardsQuery = closedObject({
  tz: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_+/-]{1,64}$',
      description:
        'Name of the time zone in which times are written, for example `Europe/Berlin`; UTC without it.',
    }),
  ),
});
export type RewardsQuery = Static<typeof RewardsQuery>;

/** The columns of `GET /v5/account/{uuid}/rewards.csv`. Not a call of the specification. */
export const rewardColumns = [
  'time',
  'kind',
  'algorithm',
  'block_height',
  'block_hash',
  'own_work',
  'round_work',
  'reward',
  'share',
  'reward_coin',
  'rate',
  'rate_source',
  'rate_time',
  'gross',
  'fee',
  'referral',
  'credited',
  'coin',
  'credited_usd',
] as const;
