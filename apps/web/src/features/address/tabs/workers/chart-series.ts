import type { AlgorithmWorkers, HashrateSeries } from '@openlode/contracts/http/account-workers';
import type { ChartPoint } from '../../chart/chart-scale.ts';

const minute = 60_000;

/** The points of a series; the value at a position belongs to the time at that position. */
export function readSeries({ data, timestamps }: HashrateSeries): readonly ChartPoint[] {
  return timestamps.map((at, index) => ({ at, value: Number(data[index] ?? 0) }));
}

/** What a chart covers: the past hour by minute, or the past day by ten minutes, up to the last figure or the last look. */
export function spanOf(
  { calculated, reported }: AlgorithmWorkers['chart'],
  hours: 1 | 24,
  fetchedAt: number,
): { readonly start: number; readonly end: number; readonly step: number } {
  const step = hours === 1 ? minute : 10 * minute;
  const last = Math.max(0, ...calculated.timestamps, ...reported.timestamps);
  const end = Math.max(last, fetchedAt - step);
  return { start: end - hours * 60 * minute, end, step };
}
