/** A number of a request as decimal text without exponent. The shortest text that reads back as the same number. */
export function plainDecimal(value: number): string {
  const match = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value));
  if (match === null) return String(value);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return digits + '0'.repeat(point - digits.length);
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
