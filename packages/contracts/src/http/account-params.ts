import type { Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { requestedUuid } from '../primitives.ts';

/** The path of every call below `/v5/account/{uuid}` and of the owner's actions. */
export const AccountParams = closedObject({ uuid: requestedUuid() });
export type AccountParams = Static<typeof AccountParams>;
