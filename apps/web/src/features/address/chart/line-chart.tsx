import { memo, type PointerEvent, useId, useState } from 'react';
import { exactTime } from '../../../shared/format/relative-time.ts';
import { bottomOf, type ChartPoint, gapsBetween, heightOf, splitAtGaps, topOf } from './chart-scale.ts';
import styles from './line-chart.module.css';
import { scaleTexts } from './scale-texts.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** `20 minutes`, `2 days`. */
function inWords(ms: number): string {
  return ms < dayMs ? `${Math.ceil(ms / minuteMs)} minutes` : `${Math.ceil(ms / dayMs)} days`;
}

interface LineChartProps {
  /** What is shown, for the caption and the table. */
  readonly title: string;
  readonly points: readonly ChartPoint[];
  /** The span that is drawn, in ms. */
  readonly start: number;
  readonly end: number;
  /** Distance of two points without a gap, in ms. */
  readonly step: number;
  readonly logarithmic?: boolean;
  readonly print: (value: number) => string;
  /** A moment on the axis. */
  readonly printTime: (at: number) => string;
}

type ChartTableProps = Pick<LineChartProps, 'title' | 'points' | 'print'>;

/** An area with a thin line, gaps hatched, the value under the pointer above it, and the same numbers as a table. */
export function LineChart(props: LineChartProps) {
  const { title, points, start, end, step, logarithmic = false, print, printTime } = props;
  const [shown, setShown] = useState<ChartPoint | null>(null);
  const hatch = useId();
  const runs = splitAtGaps(points, step);
  const top = topOf(points);
  const bottom = logarithmic ? bottomOf(points, top) : undefined;
  const x = (at: number) => (100 * (at - start)) / (end - start);
  const y = (value: number) => 100 - 100 * heightOf(value, top, bottom);
  const middle = bottom === undefined ? top / 2 : Math.sqrt(top * bottom);
  const canDraw = points.length > 1;

  function handleMove(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const at = start + ((event.clientX - box.left) / box.width) * (end - start);
    const near = points.reduce<ChartPoint | null>(
      (best, point) => (best === null || Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best),
      null,
    );
    setShown(near !== null && Math.abs(near.at - at) <= 2 * step ? near : null);
  }

  return (
    <figure className={styles.chart}>
      <figcaption>
        <span>{title}</span>
        <span className={styles.readout}>
          {shown !== null && (
            <>
              <b>{print(shown.value)}</b> {exactTime(shown.at)}
            </>
          )}
        </span>
      </figcaption>
      <div className={styles.frame}>
        <div
          className={styles.plot}
          onPointerMove={handleMove}
          onPointerDown={handleMove}
          onPointerLeave={() => setShown(null)}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <defs>
              <pattern id={hatch} width="1.2" height="6" patternUnits="userSpaceOnUse">
                <path d="M0 6 1.2 0" className={styles.hatch} />
              </pattern>
            </defs>
            {gapsBetween(runs, { start, end }, step).map((gap) => (
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
            {runs.map((run) => {
              const line = run
                .map((point) => `${x(point.at).toFixed(3)} ${y(point.value).toFixed(3)}`)
                .join('L');
              const first = run[0] ?? { at: start };
              const last = run.at(-1) ?? first;
              return (
                <g key={first.at}>
                  <path d={`M${x(first.at)} 100L${line}L${x(last.at)} 100z`} className={styles.area} />
                  <path
                    d={run.length === 1 ? `M${line}h${x(first.at) > 50 ? -0.4 : 0.4}` : `M${line}`}
                    className={styles.line}
                  />
                </g>
              );
            })}
            {shown !== null && <path d={`M${x(shown.at)} 0V100`} className={styles.hair} />}
          </svg>
        </div>
        {!canDraw && (
          <p className={styles.early}>
            Not enough data in this period yet. The first points appear within {inWords(2 * step)} of the
            first share.
          </p>
        )}
        <div className={styles.scale} aria-hidden="true">
          {canDraw &&
            scaleTexts([top, middle, bottom ?? 0], print).map((text, index) => (
              // The top, the middle and the bottom, whatever they say.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index}>{text}</span>
            ))}
        </div>
        <div className={styles.times} aria-hidden="true">
          <span>{printTime(start)}</span>
          <span>{printTime((start + end) / 2)}</span>
          <span>{printTime(end)}</span>
        </div>
      </div>
      <ChartTable title={title} points={points} print={print} />
    </figure>
  );
}

/** Its rows are written once it is opened, and then not again while the pointer moves over the chart. */
const ChartTable = memo(function ChartTable({ title, points, print }: ChartTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.table} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Show as a table<span className="visually-hidden">: {title}</span>
      </summary>
      {open &&
        (points.length === 0 ? (
          <p>No data in this period.</p>
        ) : (
          // Its rows scroll inside: without a name and a stop for Tab the keyboard could not.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div role="region" aria-label={`${title}, as a table`} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">{title}</th>
                </tr>
              </thead>
              <tbody>
                {points
                  .toSorted((a, b) => b.at - a.at)
                  .map((point) => (
                    <tr key={point.at}>
                      <td>{exactTime(point.at)}</td>
                      <td>{print(point.value)}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        ))}
    </details>
  );
});
