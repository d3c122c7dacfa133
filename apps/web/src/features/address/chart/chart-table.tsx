import { memo, useState } from 'react';
import { exactTime } from '../../../shared/format/relative-time.ts';
import type { ChartPoint } from './chart-scale.ts';
import styles from './line-chart.module.css';

interface ChartTableProps {
  readonly title: string;
  readonly points: readonly ChartPoint[];
  readonly print: (value: number) => string;
}

/** The numbers of a chart. Its rows are written once it is opened, and then not again while the pointer moves over the chart. */
export const ChartTable = memo(function ChartTable({ title, points, print }: ChartTableProps) {
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
