import { Type } from 'typebox';

/**
 * An object that holds exactly the listed fields. Anything else is refused in a request, and dropped from an answer,
 * so that a column added to a query can never leak onto the wire.
 * @__NO_SIDE_EFFECTS__
 */
export function closedObject<const Fields extends Type.TProperties>(
  fields: Fields,
  options: Type.TObjectOptions = {},
) {
  return Type.Object(fields, { ...options, additionalProperties: false });
}
