import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { nullable } from '../nullable.ts';
import { requestedUuid, timestampMs, uuid } from '../primitives.ts';

const action = Type.Enum(['pay', 'auto_pay', 'switch', 'cancel_switch'], {
  type: 'string',
  description: 'The one action that the token will be good for.',
});

export const OwnerChallengeBody = closedObject({
  action,
  setting: Type.Optional(Type.Boolean({ description: 'With `auto_pay`: on or off.' })),
  network: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z]{1,16}$',
      description: 'With `switch`: chain code of the network to be paid on.',
    }),
  ),
});
export type OwnerChallengeBody = Static<typeof OwnerChallengeBody>;

/**
 * `id` is known only to the page that asked. The worker name is no secret: it shows up in the public list of workers, and
 * a reader of the worker name must not be able to collect the token.
 */
export const OwnerChallengeParams = closedObject({ uuid: requestedUuid(), id: requestedUuid() });
export type OwnerChallengeParams = Static<typeof OwnerChallengeParams>;

/** `POST /v1/address/{uuid}/challenge/{id}/signature` passes a challenge by a wallet signature; not a call of the specification. */
export const OwnerSignatureBody = closedObject({
  signature: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'Of `message`: base64 for the bitcoin family, hex for EVM.',
  }),
});
export type OwnerSignatureBody = Static<typeof OwnerSignatureBody>;

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
    state: Type.Enum(
      ['waiting', 'not-owner', 'unprovable-source', 'shared-source', 'too-few-days', 'proved', 'expired'],
      {
        type: 'string',
        description:
          'Neither `waiting`, `proved` nor `expired`: a miner with the name came, and this is why it did not pass; another one may.',
      },
    ),
    signing: nullable(
      Type.Enum(['bitcoin', 'ethereum'], {
        type: 'string',
        description:
          'How a wallet may sign `message` instead: BIP-322 or legacy message signing, or EIP-191. Null where the coin has no way that the pool can check.',
      }),
    ),
    message: nullable(
      Type.String({
        description:
          'The exact text to sign. It names pool, coin, address, action, a nonce and its end; null where nothing is to be signed.',
      }),
    ),
    token: nullable(
      Type.String({ description: 'Once proved: what `Authorization: Owner …` takes, good for one use.' }),
    ),
    expires_at: timestampMs('When the challenge or its token ends.'),
  }),
  { description: 'A worker challenge.' },
);
export type OwnerChallengeResponse = Static<typeof OwnerChallengeResponse>;
