import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { requestedUuid } from '../primitives.ts';
import { RewardEvent } from './account-events.ts';

export const ReceiptParams = closedObject({
  uuid: requestedUuid(),
  seq: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: '`seq` of a reward event.',
  }),
});
export type ReceiptParams = Static<typeof ReceiptParams>;

/** `GET /v5/account/{uuid}/receipts/{seq}`; 404 where this number is no reward of the account. Not a call of the specification. */
export const AccountReceiptResponse = envelope(RewardEvent, {
  description: 'One reward with the arithmetic behind it.',
});
export type AccountReceiptResponse = Static<typeof AccountReceiptResponse>;
