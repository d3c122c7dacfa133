import { type ChartPoint, heightOf, splitAtGaps, topOf } from './chart-scale.ts';
import styles from './sparkline.module.css';

interface SparklineProps {
  readonly points: readonly ChartPoint[];
  /** The span that is drawn, in ms. */
  readonly start: number;
  readonly end: number;
  /** Distance of two points without a gap, in ms. */
  readonly step: number;
}

/**
 * How a figure went of late, without scale and words: decoration beside the figure itself. A gap stays a gap, and as long as
 * there are only lone points, which make no line, nothing is drawn.
 */
export function Sparkline({ points, start, end, step }: SparklineProps) {
  const runs = splitAtGaps(points, step);
  if (runs.every((run) => run.length === 1)) return null;
  const top = topOf(points);
  const x = (at: number) => ((100 * (at - start)) / (end - start)).toFixed(2);
  const y = (value: number) => (100 - 100 * heightOf(value, top)).toFixed(2);
  return (
    <svg className={styles.spark} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {runs.map((run) => {
        const first = run[0]?.at ?? start;
        const last = run.at(-1)?.at ?? first;
        const line = run.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L');
        return (
          <g key={first}>
            <path d={`M${x(first)} 100L${line}L${x(last)} 100z`} className={styles.area} />
            <path d={run.length === 1 ? `M${line}h-1` : `M${line}`} className={styles.line} />
          </g>
        );
      })}
    </svg>
  );
}
