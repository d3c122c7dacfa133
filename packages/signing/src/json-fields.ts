/** Thrown by the readers of this folder, with the field that is not as it should be. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';
}

type Fields = Readonly<Record<string, unknown>>;

/** An object that has exactly these fields, the optional ones perhaps; an own property each. */
export function fieldsOf(
  value: unknown,
  what: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableMessage(`${what} is no object`);
  const known = new Set([...required, ...optional]);
  for (const name of Object.keys(value))
    if (!known.has(name)) throw new UnreadableMessage(`${what} has a field that it cannot have`);
  for (const name of required)
    if (!Object.hasOwn(value, name)) throw new UnreadableMessage(`${what} has no ${name}`);
  return value as Fields;
}

export function textOf(value: unknown, what: string, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value))
    throw new UnreadableMessage(`${what} is not as it should be`);
  return value;
}

/** Decimal digits without a sign or a leading zero. 30 digits hold the whole supply of every coin in its smallest unit. */
export function unitsOf(value: unknown, what: string): bigint {
  return BigInt(textOf(value, what, /^(?:0|[1-9]\d{0,29})$/));
}

export function listOf<Item>(
  value: unknown,
  what: string,
  lengthMax: number,
  read: (item: unknown) => Item,
): Item[] {
  if (!Array.isArray(value) || value.length > lengthMax)
    throw new UnreadableMessage(`${what} is no list of at most ${lengthMax}`);
  return value.map(read);
}

export function flagOf(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw new UnreadableMessage(`${what} is neither true nor false`);
  return value;
}

export function countOf(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new UnreadableMessage(`${what} is no whole number`);
  return value;
}
