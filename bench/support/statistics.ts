/** Several runs of one measurement: medians are compared, the extremes are shown. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('no values to summarise');
  return { median: percentile(values, 50), min: Math.min(...values), max: Math.max(...values) };
}

/** The value below which `percent` of the values lie, interpolated between the two nearest. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}
