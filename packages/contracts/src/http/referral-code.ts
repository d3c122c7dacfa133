import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { nullable } from '../nullable.ts';
import { Tier } from './referral-info.ts';

export const ReferralCodeParams = closedObject({
  code: Type.String({ pattern: '^[A-Za-z0-9-]{1,32}$', description: 'Upper and lower case are the same.' }),
});
export type ReferralCodeParams = Static<typeof ReferralCodeParams>;

/** `GET /v5/referral/code/{code}`; not a call of the specification. The answer does not name the owner of the code. */
export const ReferralCodeResponse = envelope(
  closedObject({
    exists: Type.Boolean(),
    custom: Type.Boolean({ description: 'A code that the operator granted.' }),
    tier: nullable(Tier),
  }),
  { description: 'What is known of a referral code.' },
);
export type ReferralCodeResponse = Static<typeof ReferralCodeResponse>;
