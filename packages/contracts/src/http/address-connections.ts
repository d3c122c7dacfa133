import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { algorithmCode, timestampMs } from '../primitives.ts';

/** A worker whose login was accepted and whose connection is open. */
export const ConnectedWorker = closedObject({
  worker: Type.String({ minLength: 1, maxLength: 64 }),
  algorithm: algorithmCode('Of the port that it is connected to.'),
  since: timestampMs('When its login was accepted.'),
});
export type ConnectedWorker = Static<typeof ConnectedWorker>;

/** `GET /v5/address/{address}/connections` */
export const AddressConnectionsResponse = envelope(
  closedObject({ list: list(ConnectedWorker, { description: 'The newest first, at most 100.' }) }),
  {
    description:
      'Workers with exactly this coin, address and memo that are connected now to the process that answers. It says more than the list of workers only before their first share.',
  },
);
export type AddressConnectionsResponse = Static<typeof AddressConnectionsResponse>;
