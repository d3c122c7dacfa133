import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { nullable } from '../nullable.ts';
import { coinSymbol, decimalText, timestampMs } from '../primitives.ts';

const windowBounds = (description: string) =>
  // Plain array schema: tuples are written differently in JSON Schema 7 and in OpenAPI 3.1.
  Type.Unsafe<readonly [start: number, end: number]>(
    Type.Array(timestampMs('Bound.'), { minItems: 2, maxItems: 2, description }),
  );

export const AccountStats = closedObject({
  coin: nullable(coinSymbol('Null for a miner that does not exist yet.')),
  network: nullable(Type.String({ description: 'Null for a miner that does not exist yet.' })),
  balance: decimalText('Mining and referral balance together.'),
  balance_mining: decimalText('Earned by own work.'),
  balance_referral: decimalText("Earned by other miners' work."),
  rewarded: closedObject({
    past_24h: decimalText('Credited in the last 24 hours.'),
    past_7d: decimalText('Credited in the last 7 days.'),
    past_30d: decimalText('Credited in the last 30 days.'),
  }),
  rewarded_timestamp: closedObject({
    past_24h: windowBounds('Start and end of the 24 hours, which end on the full hour.'),
    past_7d: windowBounds('Start and end of the 7 days.'),
    past_30d: windowBounds('Start and end of the 30 days.'),
  }),
  payday: closedObject(
    {
      credited_past_day: decimalText('Credited in the 24 hours until now.'),
      rewarded_yesterday: Type.Boolean({
        description:
          'A reward came in on the UTC day before, which the automatic payout of today asks for, or an earlier run could not pay.',
      }),
    },
    { description: 'What the next automatic payout is calculated from.' },
  ),
  paid: decimalText('Everything ever paid out.'),
  payments: Type.Integer({ minimum: 0, description: 'All payments ever begun, whatever became of them.' }),
  last_payment: nullable(timestampMs('The last payment that succeeded.')),
  payment_threshold: nullable(decimalText('Null for a miner that does not exist yet.')),
  mining_fee: decimalText('Percent of the rewards.'),
});
export type AccountStats = Static<typeof AccountStats>;

/** `GET /v5/account/{uuid}/stats` */
export const AccountStatsResponse = envelope(AccountStats, {
  description: 'Balances, rewards and payments.',
});
export type AccountStatsResponse = Static<typeof AccountStatsResponse>;
