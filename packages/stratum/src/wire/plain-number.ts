/** A number that stands as one or as text; NaN for all else, which JavaScript would take for some number or could not read at all. */
export function plainNumber(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}
