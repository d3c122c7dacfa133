import type { AlgorithmWorkers } from '@openlode/contracts/http/account-workers';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { memo, useMemo, useState } from 'react';
import type { Hashrate } from '../../../../shared/format/format-hashrate.ts';
import { usePreference } from '../../../../shared/storage/preference-store.ts';
import { SegmentedControl } from '../../../../shared/ui/segmented-control.tsx';
import { LineChart } from '../../chart/line-chart.tsx';
import { readSeries, shownSeries, type ShownSeries, spanOf } from './chart-series.ts';
import styles from './workers-tab.module.css';

interface AlgorithmChartProps {
  readonly chart: AlgorithmWorkers['chart'];
  readonly hours: 1 | 24;
  /** When the series were fetched, in ms. */
  readonly fetchedAt: number;
  /** Code. */
  readonly algorithm: string;
  readonly algorithmName: string;
  readonly item: AlgorithmItem | undefined;
  /** A rate in the pre-unit of an algorithm. */
  readonly rateOf: (algorithm: string, rate: number) => Hashrate;
}

const seriesLabels = { calculated: 'Calculated', reported: 'Reported' } as const;

/** Hashrate of an algorithm's workers together: calculated from their shares, or as they report it. */
export const AlgorithmChart = memo(function AlgorithmChart({
  chart,
  hours,
  fetchedAt,
  algorithm,
  algorithmName,
  item,
  rateOf,
}: AlgorithmChartProps) {
  const shown = shownSeries(chart, item);
  const [chosen, setChosen] = useState<ShownSeries['axis']>('calculated');
  const kind = shown.series.includes(chosen) ? chosen : 'calculated';
  const logChart = usePreference('logChart');
  const points = useMemo(() => readSeries(chart[kind]), [chart, kind]);
  const print = useMemo(
    () => (value: number) => {
      const { value: text, unit } = rateOf(algorithm, value);
      return `${text} ${unit}`;
    },
    [algorithm, rateOf],
  );
  const { start, end, step } = spanOf(chart, hours, fetchedAt, shown.axis);
  return (
    <div className={styles.chart}>
      {shown.series.length > 1 && (
        <div className={styles.choices}>
          <SegmentedControl
            label={`Hashrate of ${algorithmName}`}
            options={shown.series.map((value) => ({ value, label: seriesLabels[value] }))}
            value={kind}
            onChange={setChosen}
          />
        </div>
      )}
      <LineChart
        title={`${seriesLabels[kind]} hashrate, ${hours === 1 ? 'past hour' : 'past 24 hours'}`}
        points={points}
        start={start}
        end={end}
        step={step}
        logarithmic={logChart}
        print={print}
        printTime={(at) => `${clock.format(at)} UTC`}
      />
    </div>
  );
});

/** As the readout and the table have it. */
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });
