import { Type, type Static } from 'typebox';
import { closedObject } from './closed-object.ts';

/**
 * The envelope of a successful answer. Older clients read `msg`, those of the payment and referral lists `message`:
 * both are always there and always alike.
 */
export function envelope<Data extends Type.TSchema>(data: Data, options: Type.TObjectOptions = {}) {
  return closedObject({ ...successFields, data }, options);
}

/** The fields beside `data`; an answer with more than `data` builds its envelope from them. */
export const successFields = {
  success: Type.Literal(true),
  msg: Type.String({ description: '`Ok`, or what was done.' }),
  message: Type.String({ description: 'The same text as `msg`.' }),
};

/** What every call answers instead when it fails, with a status of 400 or above. */
export const Failure = closedObject(
  {
    success: Type.Literal(false),
    msg: Type.String({ minLength: 1, description: 'What went wrong, for the visitor.' }),
    message: Type.String({ minLength: 1, description: 'The same text as `msg`.' }),
  },
  { description: 'The call failed.' },
);
export type Failure = Static<typeof Failure>;

/** A successful answer around `Data`. */
export interface Envelope<Data> {
  success: true;
  msg: string;
  message: string;
  data: Data;
}
