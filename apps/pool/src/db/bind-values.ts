/** A bigint travels as decimal text: the drivers would otherwise squeeze it into 64 bits. */
export function bindValues(values: readonly unknown[]): unknown[] {
  return values.map(bindValue);
}

function bindValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(bindValue);
  return value;
}
