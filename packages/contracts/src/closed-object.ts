import { Type } from 'typebox';

/**
 * An object that holds exactly the listed fields. Anything else is refused in a request, and never leaves with an
 * answer, so that a column added to a query cannot leak onto the wire: the serialiser drops it, or fails where the object
 * is one kind of several.
 * @__NO_SIDE_EFFECTS__
 */
export function closedObject<const Fields extends Type.TProperties>(
  fields: Fields,
  options: Type.TObjectOptions = {},
) {
  return Type.Object(fields, { ...options, additionalProperties: false });
}
