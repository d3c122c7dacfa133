import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { timestampMs } from '../primitives.ts';

/** Why a miner was not let in. */
export const refusalReasons = [
  'empty',
  'no-coin',
  'too-long',
  'unknown-coin',
  'delisted-coin',
  'not-paid-here',
  'not-obtained',
  'mining-key',
  'memo-missing',
  'bad-address',
  'restricted',
  'too-many-connections',
] as const;

/** Logins that were refused for one reason, without anything of who tried. */
export const LoginRefusals = closedObject({
  reason: Type.Enum([...refusalReasons], { description: 'The sentence about it is the page’s.' }),
  times: Type.Integer({ minimum: 1 }),
  first: timestampMs('The first of them.'),
  last: timestampMs('The last of them.'),
});
export type LoginRefusals = Static<typeof LoginRefusals>;

/** `GET /v5/address/{address}/refusals` */
export const AddressRefusalsResponse = envelope(
  closedObject({ list: list(LoginRefusals, { description: 'The newest first.' }) }),
  { description: 'Why miners with exactly this coin and address were refused during the last day.' },
);
export type AddressRefusalsResponse = Static<typeof AddressRefusalsResponse>;
