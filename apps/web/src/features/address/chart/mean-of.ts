import type { ChartPoint } from './chart-scale.ts';

export interface Mean {
  readonly value: number;
  /** Where the first interval with work begins, in ms. */
  readonly since: number;
}

/**
 * The mean of a series of intervals of `step` ms, each at its end, from the first one with work up to `end`: an interval
 * without a point counts as no work, one before the first share does not count. Null without a point.
 */
export function meanOf(points: readonly ChartPoint[], end: number, step: number): Mean | null {
  if (points.length === 0) return null;
  const first = Math.min(...points.map(({ at }) => at));
  const intervals = Math.max(points.length, Math.round((end - first) / step) + 1);
  const sum = points.reduce((total, { value }) => total + value, 0);
  return { value: sum / intervals, since: first - step };
}
