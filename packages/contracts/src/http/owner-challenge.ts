import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { nullable } from '../nullable.ts';
import { requestedUuid, timestampMs, uuid } from '../primitives.ts';

const action = Type.Enum(['pay', 'auto_pay', 'switch'], {
  type: 'string',
  description: 'The one action that the token will be good for.',
});

export const OwnerChallengeBody = closedObject({ action });
export type OwnerChallengeBody = Static<typeof OwnerChallengeBody>;

/**
 * `id` is known only to the page that asked. The worker name is no secret: it shows up in the public list of workers, and
 * whoever reads it there must not be able to collect the token.
 */
export const OwnerChallengeParams = closedObject({ uuid: requestedUuid(), id: requestedUuid() });
export type OwnerChallengeParams = Static<typeof OwnerChallengeParams>;

/**
 * `POST /v1/address/{uuid}/challenge` starts one, `GET /v1/address/{uuid}/challenge/{id}` tells how it stands; not calls
 * of the specification.
 */
export const OwnerChallengeResponse = envelope(
  closedObject({
    id: uuid('Id of the challenge.'),
    action,
    worker: Type.String({
      pattern: '^v-[0-9A-Z]{8}$',
      description: 'The worker name to start one miner with, once.',
    }),
    state: Type.Enum(['waiting', 'proved', 'expired'], { type: 'string' }),
    token: nullable(
      Type.String({ description: 'Once proved: the value of `x-owner-token`, good for one use.' }),
    ),
    expires_at: timestampMs('When the challenge or its token ends.'),
  }),
  { description: 'A worker challenge.' },
);
export type OwnerChallengeResponse = Static<typeof OwnerChallengeResponse>;
