import { exactTime } from '../../../shared/format/relative-time.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { bottomOf, type ChartPoint, topOf } from './chart-scale.ts';
import { ChartTable } from './chart-table.tsx';
import styles from './line-chart.module.css';
import { scaleTexts } from './scale-texts.ts';
import { useNearestPoint } from './use-nearest-point.ts';

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

/** An area with a thin line, gaps hatched, the value under the pointer above it, and the same numbers as a table. */
export function LineChart(props: LineChartProps) {
  const { title, points, start, end, step, logarithmic = false, print, printTime } = props;
  const { shown, handlers } = useNearestPoint(points, { start, end }, step);
  const top = topOf(points);
  const bottom = logarithmic ? bottomOf(points, top) : undefined;
  const middle = bottom === undefined ? top / 2 : Math.sqrt(top * bottom);
  const canDraw = points.length > 1;

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
        <div className={styles.plot} {...handlers}>
          <ChartDrawing
            points={points}
            span={{ start, end }}
            step={step}
            top={top}
            bottom={bottom}
            shown={shown}
          />
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
