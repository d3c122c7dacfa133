import type { Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { integerText, timestampMs } from '../primitives.ts';

/** `GET /v5/account/{uuid}/referral/reports` */
export const ReferralReportsResponse = envelope(
  closedObject({
    chart: closedObject({
      data: list(integerText('Active miners that day.')),
      timestamps: list(timestampMs('Start of the day, UTC.')),
    }),
  }),
  { description: "Active miners with the account's custom code, one value a day." },
);
export type ReferralReportsResponse = Static<typeof ReferralReportsResponse>;
