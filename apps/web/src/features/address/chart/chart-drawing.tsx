import { useId } from 'react';
import { type ChartPoint, gapsBetween, heightOf, type Span, splitAtGaps } from './chart-scale.ts';
import styles from './line-chart.module.css';

interface ChartDrawingProps {
  readonly points: readonly ChartPoint[];
  /** What is drawn from edge to edge, in ms. */
  readonly span: Span;
  /** Distance of two points without a gap, in ms. */
  readonly step: number;
  readonly top: number;
  /** Set for a logarithmic scale. */
  readonly bottom: number | undefined;
  /** The point under the pointer. */
  readonly shown: ChartPoint | null;
}

/** The lines in a square of 100 by 100 units, stretched to its place; gaps are hatched. */
export function ChartDrawing({ points, span, step, top, bottom, shown }: ChartDrawingProps) {
  const hatch = useId();
  const runs = splitAtGaps(points, step);
  const x = (at: number) => (100 * (at - span.start)) / (span.end - span.start);
  const y = (value: number) => 100 - 100 * heightOf(value, top, bottom);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <pattern id={hatch} width="1.2" height="6" patternUnits="userSpaceOnUse">
          <path d="M0 6 1.2 0" className={styles.hatch} />
        </pattern>
      </defs>
      {gapsBetween(runs, span, step).map((gap) => (
        <rect
          key={gap.start}
          data-gap
          x={x(gap.start)}
          y="0"
          width={x(gap.end) - x(gap.start)}
          height="100"
          fill={`url(#${hatch})`}
        />
      ))}
      <path d="M0 0H100M0 50H100M0 100H100" className={styles.grid} />
      {runs.map((run) => (
        <Run key={run[0]?.at} points={run.map(({ at, value }) => ({ x: x(at), y: y(value) }))} />
      ))}
      {shown !== null && <path d={`M${x(shown.at)} 0V100`} className={styles.hair} />}
    </svg>
  );
}

/** Points without a gap: the area under them and the line over it. A single point is a short line, or it would not be seen. */
function Run({ points }: { readonly points: readonly { readonly x: number; readonly y: number }[] }) {
  const first = points[0]?.x ?? 0;
  const last = points.at(-1)?.x ?? first;
  const line = points.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`).join('L');
  return (
    <g>
      <path d={`M${first} 100L${line}L${last} 100z`} className={styles.area} />
      <path
        d={points.length === 1 ? `M${line}h${first > 50 ? -0.4 : 0.4}` : `M${line}`}
        className={styles.line}
      />
    </g>
  );
}
