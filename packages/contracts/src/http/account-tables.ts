import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';

/** What a table of an account (`rewards.csv`, `payments.csv`) can be asked for. Not calls of the specification. */
export const TableQuery = closedObject({
  tz: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_+/-]{1,64}$',
      description:
        'Name of the time zone in which times are written, for example `Europe/Berlin`; UTC without it.',
    }),
  ),
});
export type TableQuery = Static<typeof TableQuery>;

/**
 * The columns of `GET /v5/account/{uuid}/rewards.csv`. What is older than single receipts are kept is a line a day, kind, algorithm and mined
 * coin, and one more for what had no price in dollars: with sums, a date of UTC for its time (`2026-01-15`), and without block, rate,
 * `round_work` and `reward`.
 */
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

/** The columns of `GET /v5/account/{uuid}/payments.csv`. */
export const paymentColumns = [
  'time',
  'kind',
  'status',
  'reason',
  'amount',
  'coin',
  'amount_usd',
  'network',
  'address',
  'memo',
  'exchange',
  'sent_time',
  'ended_time',
  'transaction',
  'confirmations',
  'id',
] as const;
