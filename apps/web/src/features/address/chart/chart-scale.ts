export interface ChartPoint {
  /** In ms. */
  readonly at: number;
  readonly value: number;
}

/** The least top of the scale, and the least value on a logarithmic one, which has no zero. */
const leastValue = 0.01;

/** The points in runs: where more than one and a half `step` passed between two, there is a gap. */
export function splitAtGaps(points: readonly ChartPoint[], step: number): readonly (readonly ChartPoint[])[] {
  const runs: ChartPoint[][] = [];
  for (const point of points.toSorted((a, b) => a.at - b.at)) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || point.at - last.at > 1.5 * step) runs.push([point]);
    else run.push(point);
  }
  return runs;
}

/** From one moment to another, in ms. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where nothing was measured between `start` and `end`: before, between and after the runs. */
export function gapsBetween(
  runs: readonly (readonly ChartPoint[])[],
  { start, end }: Span,
  step: number,
): readonly Span[] {
  const edges = runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    return first === undefined || last === undefined ? [] : [{ start: first.at, end: last.at }];
  });
  const starts = [start, ...edges.map((edge) => edge.end)];
  const ends = [...edges.map((edge) => edge.start), end];
  return starts
    .map((from, index) => ({ start: from, end: ends[index] ?? end }))
    .filter((gap) => gap.end - gap.start > 1.5 * step);
}

/** The top of the scale: the greatest value rounded up to 1, 2 or 5 of its power of ten; at least 0.01. */
export function topOf(points: readonly ChartPoint[]): number {
  const most = Math.max(leastValue, ...points.map(({ value }) => value));
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= most * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** The bottom of a logarithmic scale: the power of ten below the least value above zero, at most six below the top and not below 0.01. */
export function bottomOf(points: readonly ChartPoint[], top: number): number {
  const values = points.map(({ value }) => value).filter((value) => value > 0);
  const least = values.length === 0 ? top / 10 : Math.min(...values);
  return Math.max(
    Math.min(leastValue, top / 10),
    top / 1e6,
    10 ** Math.floor(Math.log10(Math.min(least, top / 10))),
  );
}

/** How high a value stands, 0 at the bottom and 1 at the top. Without `bottom` the scale is linear from zero. */
export function heightOf(value: number, top: number, bottom?: number): number {
  const part =
    bottom === undefined ? value / top : Math.log(Math.max(value, bottom) / bottom) / Math.log(top / bottom);
  return Math.min(1, Math.max(0, part));
}

/** The point that is nearest to a moment, null where none is within `reach` of it, in ms. */
export function nearestPoint(points: readonly ChartPoint[], at: number, reach: number): ChartPoint | null {
  const near = points.reduce<ChartPoint | null>(
    (best, point) => (best === null || Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best),
    null,
  );
  return near !== null && Math.abs(near.at - at) <= reach ? near : null;
}
