import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { simulatedMark } from '../event-fields.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { timestampMs } from '../primitives.ts';

/** A worker of another account that mines with the code; its address and its account are not shown. */
export const ReferredWorker = closedObject({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  last_seen: timestampMs('The last accepted share.'),
  simulated: simulatedMark,
});
export type ReferredWorker = Static<typeof ReferredWorker>;

/** `GET /v5/account/{uuid}/referrals` */
export const AccountReferralsResponse = envelope(
  closedObject({
    code: nullable(Type.String({ description: 'Null for a miner that does not exist yet.' })),
    custom_code: nullable(Type.String()),
    custom_code_tier: nullable(
      Type.Integer({ minimum: 0, description: 'Code of the tier; null without a custom code.' }),
    ),
    list: list(ReferredWorker, { maxItems: 10 }),
    count: Type.Integer({ minimum: 0, description: 'Active workers that mine with one of the codes.' }),
    has_next: Type.Boolean(),
    has_prev: Type.Boolean(),
    last_page: Type.Integer({ minimum: 1 }),
  }),
  { description: 'Own codes and the workers that use them.' },
);
export type AccountReferralsResponse = Static<typeof AccountReferralsResponse>;
