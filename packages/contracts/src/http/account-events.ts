import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { eventFields, simulatedMark } from '../event-fields.ts';
import { list } from '../list.ts';
import { pageNumber, timestampMs } from '../primitives.ts';
import { Receipt } from '../receipt.ts';

const common = {
  seq: Type.Integer({ minimum: 1, description: 'Number of the event within its account, without gaps.' }),
  timestamp: timestampMs('When it happened.'),
};

export const RewardEvent = closedObject({
  ...common,
  event: Type.Literal('reward'),
  data: closedObject({ ...eventFields.reward, receipt: Type.Optional(Receipt) }),
});
export type RewardEvent = Static<typeof RewardEvent>;
const WorkerEvent = closedObject({
  ...common,
  event: Type.Literal('worker'),
  data: closedObject({ ...eventFields.worker, simulated: simulatedMark }),
});
const PayoutEvent = closedObject({
  ...common,
  event: Type.Literal('payout'),
  data: closedObject(eventFields.payout),
});
const OwnerEvent = closedObject({
  ...common,
  event: Type.Literal('account'),
  data: closedObject(eventFields.account),
});

/** Something that happened to an account. The kind `account` (an action of the owner) is not in the specification. */
export const AccountEvent = Type.Union([RewardEvent, WorkerEvent, PayoutEvent, OwnerEvent]);
export type AccountEvent = Static<typeof AccountEvent>;

const kinds = '(?:reward|worker|payout|account)';

export const EventsQuery = closedObject({
  page: Type.Optional(pageNumber()),
  type: Type.Optional(
    Type.String({
      pattern: `^(?:${kinds}(?:,${kinds}){0,3})?$`,
      description: 'Comma list of the kinds that are wanted; every kind without it.',
    }),
  ),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only events with a greater `seq`, the oldest first: what was missed while offline.',
    }),
  ),
});
export type EventsQuery = Static<typeof EventsQuery>;

/** `GET /v5/account/{uuid}/events` */
export const AccountEventsResponse = envelope(
  closedObject({
    list: list(AccountEvent),
    has_next: Type.Boolean({ description: 'There are more in the direction of the list.' }),
    has_prev: Type.Boolean(),
  }),
  { description: 'Events of the last 7 days, the newest first unless `after` is given.' },
);
export type AccountEventsResponse = Static<typeof AccountEventsResponse>;
