import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { decimalText } from '../primitives.ts';

/** What holders of a custom referral code get. The three percentages sum to the fee, 1 percent of the reward. */
export const Tier = closedObject({
  code: Type.Integer({ minimum: 0, description: '0 is the base tier.' }),
  name: Type.String({ minLength: 1 }),
  minimum_active: Type.Integer({ minimum: 0, description: 'Active referred miners that the tier needs.' }),
  miner_percentage: decimalText('Percent of the reward that the referred miner keeps.'),
  owner_percentage: decimalText('Percent of the reward that the owner of the code receives.'),
  platform_percentage: decimalText('Percent of the reward that the pool keeps.'),
});
export type Tier = Static<typeof Tier>;

/** `GET /v5/referral/info` */
export const ReferralInfoResponse = envelope(closedObject({ tiers: list(Tier, { minItems: 1 }) }), {
  description: 'The tiers of custom referral codes.',
});
export type ReferralInfoResponse = Static<typeof ReferralInfoResponse>;
