import type { AlgorithmWorkers, HashrateSeries } from '@openlode/contracts/http/account-workers';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { ChartPoint } from '../../chart/chart-scale.ts';

const minute = 60_000;

/** The points of a series; the value at a position belongs to the time at that position. */
export function readSeries({ data, timestamps }: HashrateSeries): readonly ChartPoint[] {
  return timestamps.map((at, index) => ({ at, value: Number(data[index] ?? 0) }));
}

/** Which series of an algorithm are drawn, and which of them gives the times of the axis. */
export interface ShownSeries {
  readonly series: readonly (keyof AlgorithmWorkers['chart'])[];
  readonly axis: keyof AlgorithmWorkers['chart'];
}

/** As the catalogue has it, as far as there is anything to draw: programs that report no hashrate are drawn by their shares alone. */
export function shownSeries(
  chart: AlgorithmWorkers['chart'],
  item: Pick<AlgorithmItem, 'chartSeries' | 'chartOptions'> | undefined,
): ShownSeries {
  const isReported = chart.reported.timestamps.length > 0;
  const series = (item?.chartSeries ?? ['calculated']).filter((name) => name === 'calculated' || isReported);
  const axis = item?.chartOptions.xaxisCategoriesField ?? 'calculated';
  return { series, axis: series.includes(axis) ? axis : 'calculated' };
}

/** What a chart covers: the past hour by minute, or the past day by ten minutes, up to the last figure of its axis or the last look. */
export function spanOf(
  chart: AlgorithmWorkers['chart'],
  hours: 1 | 24,
  fetchedAt: number,
  axis: ShownSeries['axis'] = 'calculated',
): { readonly start: number; readonly end: number; readonly step: number } {
  const step = hours === 1 ? minute : 10 * minute;
  const last = Math.max(0, ...chart[axis].timestamps);
  const end = Math.max(last, fetchedAt - step);
  return { start: end - hours * 60 * minute, end, step };
}
