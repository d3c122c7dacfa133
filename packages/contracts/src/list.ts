import { Type } from 'typebox';

/** A list whose inferred type is read-only, like the lists of the catalogue that answers are made from. */
export function list<Item extends Type.TSchema>(item: Item, options: Type.TArrayOptions = {}) {
  return Type.Immutable(Type.Array(item, options));
}
