import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { paymentStatus } from '../payment-status.ts';
import { decimalText, timestampMs } from '../primitives.ts';

/**
 * The proof of ownership that a passed worker challenge gave, for requests that do not come from an owner's IP. It is a
 * header because two of the actions have no body. Other headers are none of the schema's business.
 */
export const OwnerHeaders = Type.Object({
  authorization: Type.Optional(
    Type.String({ pattern: '^Owner [A-Za-z0-9_-]{16,128}$', description: '`Owner `, then the token.' }),
  ),
});
export type OwnerHeaders = Static<typeof OwnerHeaders>;

export const AutoPayBody = closedObject({ setting: Type.Boolean({ description: 'On or off.' }) });
export type AutoPayBody = Static<typeof AutoPayBody>;

/** `POST` or `PUT /v1/address/{uuid}/setting/auto_pay` */
export const AutoPayResponse = envelope(closedObject({ auto: Type.Boolean() }), {
  description: 'Automatic payouts are on or off now.',
});
export type AutoPayResponse = Static<typeof AutoPayResponse>;

export const SwitchNetworkQuery = closedObject({
  network: Type.String({
    pattern: '^[0-9A-Za-z]{1,16}$',
    description: 'Chain code of the network to be paid on.',
  }),
});
export type SwitchNetworkQuery = Static<typeof SwitchNetworkQuery>;

/** `POST /v3/address/{uuid}/switch?network=` */
export const SwitchNetworkResponse = envelope(
  closedObject({
    network: Type.String({ description: 'The network that payouts will use.' }),
    at: timestampMs('When the switch takes effect; it can be cancelled until then.'),
  }),
  { description: 'The switch is announced.' },
);
export type SwitchNetworkResponse = Static<typeof SwitchNetworkResponse>;

/** `DELETE /v3/address/{uuid}/switch`; not a call of the specification. */
export const CancelSwitchResponse = envelope(
  closedObject({ network: Type.String({ description: 'The network that payouts go on using.' }) }),
  { description: 'The announced switch is cancelled.' },
);
export type CancelSwitchResponse = Static<typeof CancelSwitchResponse>;

/** `POST /v3/address/{uuid}/pay` */
export const PayNowResponse = envelope(
  closedObject({
    id: Type.Integer({ minimum: 1, description: 'Id of the payment.' }),
    status: paymentStatus,
    amount: decimalText('In coins.'),
    network: Type.String(),
  }),
  { description: 'The payment is initiated.' },
);
export type PayNowResponse = Static<typeof PayNowResponse>;
