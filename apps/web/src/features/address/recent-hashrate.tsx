import { type ChartPoint, splitAtGaps } from './chart/chart-scale.ts';
import { meanOf } from './chart/mean-of.ts';
import { Sparkline } from './chart/sparkline.tsx';
import type { RecentCharts } from './recent-charts.ts';
import styles from './strip-cells.module.css';
import { readSeries, spanOf } from './tabs/workers/chart-series.ts';
import { Tag } from '../../shared/ui/tag.tsx';
import { useAlgorithmWords } from './use-algorithm-words.ts';

interface RecentHashrateProps {
  readonly charts: RecentCharts;
  readonly algorithm: string;
  /** It is of the demo fleet, in part at least. */
  readonly simulated: boolean;
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });

/** How the hashrate of an algorithm went of late and its mean; as long as that makes no line, when it will. */
export function RecentHashrate({ charts, algorithm, simulated }: RecentHashrateProps) {
  const { rateOf } = useAlgorithmWords();
  const chart = charts.data[algorithm]?.chart;
  if (chart === undefined) return null;
  const points = readSeries(chart.calculated);
  const span = spanOf(chart, charts.hours, charts.fetchedAt);
  if (!makesLine(points, span.step))
    return (
      <p className={styles.noLine}>
        {charts.hours === 1
          ? 'The curve begins a few minutes after the first share.'
          : 'The curve begins within 20 minutes of the first share.'}
      </p>
    );
  const mean = meanOf(points, span.end, span.step);
  const rate = rateOf(algorithm, mean?.value ?? 0);
  // A machine that began within the span is told from one that stood still before.
  const isLater = mean !== null && mean.since - span.start > 1.5 * span.step;
  return (
    <>
      <Sparkline points={points} {...span} />
      <p className={styles.span}>
        {charts.hours === 1 ? 'Past hour' : 'Past 24 hours'}, mean {rate.value} {rate.unit}
        {isLater && ` since ${clock.format(mean.since)} UTC`} {simulated && <Tag>Simulated</Tag>}
      </p>
    </>
  );
}

/** Lone points are no line. */
function makesLine(points: readonly ChartPoint[], step: number): boolean {
  return splitAtGaps(points, step).some((run) => run.length > 1);
}
