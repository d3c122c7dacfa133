/**
 * A bigint travels as decimal text: the drivers would otherwise squeeze it into 64 bits. An array travels as PostgreSQL writes it,
 * `{1,2}`, because the drivers' own way through each element costs more than everything else that is done with a large one.
 */
export function bindValues(values: readonly unknown[]): unknown[] {
  return values.map(bindValue);
}

function bindValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return arrayText(value);
  return value;
}

const plain = /^[\w.:+-]+$/;
const special = /["\\]/g;

function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join(',')}}`;
}

function elementText(value: unknown): string {
  if (typeof value === 'string') {
    if (plain.test(value) && (value.length !== 4 || value.toUpperCase() !== 'NULL')) return value;
    return `"${value.replace(special, String.raw`\$&`)}"`;
  }
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return `"${value.toISOString()}"`;
  throw new TypeError('an array of this kind is not bound');
}
