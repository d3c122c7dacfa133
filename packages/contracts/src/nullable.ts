import { Type } from 'typebox';

/**
 * The value, or null where there is none. Fields of an answer are always present: an absent one would make a client
 * guess between "none" and "an older server".
 * @__NO_SIDE_EFFECTS__
 */
export function nullable<Schema extends Type.TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}
