import { useState } from 'react';
import type { Hashrate } from '../../../../shared/format/format-hashrate.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import type { CountsByName } from './share-words.ts';
import { PrefixRow, TotalRow, WorkerRow } from './worker-rows.tsx';
import {
  directionOf,
  groupLines,
  sortedBy,
  sumLines,
  type WorkerLine,
  type WorkerSort,
  type WorkerView,
} from './worker-view.ts';
import styles from './workers-table.module.css';

interface WorkersTableProps {
  readonly label: string;
  /** Code. */
  readonly algorithm: string;
  /** In the order of the view. */
  readonly lines: readonly WorkerLine[];
  readonly view: WorkerView;
  readonly onView: (next: WorkerView) => void;
  /** Lines that are drawn at first. */
  readonly first: number;
  /** A rate in the pre-unit of an algorithm. */
  readonly rateOf: (algorithm: string, rate: number) => Hashrate;
  /** What became of the workers' shares; null while that is fetched. */
  readonly counts: CountsByName | null;
  readonly onHide: (algorithm: string, names: readonly string[]) => void;
  /** Workers of the demo fleet are marked one by one, because others stand beside them. */
  readonly marksSimulated: boolean;
}

/** Lines that one click adds. */
const step = 100;

/** Shares are those of the past 24 hours; a row unfolds into the reasons, a group into its workers. */
export function WorkersTable(props: WorkersTableProps) {
  const { label, algorithm, lines, view, onView, first, rateOf, counts, onHide, marksSimulated } = props;
  const [more, setMore] = useState(0);
  // Only some programs report a hashrate of their own: where none does, a column of dashes says nothing.
  const reports = lines.some(({ worker }) => worker.rhr > 0);
  const groups = view.byPrefix ? groupLines(lines, view) : [];
  const shown = view.byPrefix ? groups.length : lines.length;
  const max = first + more;
  const row = { algorithm, rateOf, counts, onHide, reports, marksSimulated };
  return (
    <div className={styles.panel}>
      <table className={styles.table} aria-label={label}>
        <Head view={view} onView={onView} reports={reports} />
        {view.byPrefix ? (
          groups
            .slice(0, max)
            .map((group) => (
              <PrefixRow
                key={group.name}
                {...row}
                group={group}
                isOpen={groups.length === 1 || view.find.trim() !== ''}
              />
            ))
        ) : (
          <tbody>
            {lines.slice(0, max).map(({ worker }) => (
              <WorkerRow
                key={worker.name}
                {...row}
                counts={counts && counts.get(worker.name)}
                worker={worker}
              />
            ))}
          </tbody>
        )}
        {lines.length > 1 && <TotalRow {...row} total={sumLines(lines)} />}
      </table>
      {shown > max && (
        <p className={styles.rest}>
          <Button small onClick={() => setMore(more + step)}>
            Show {Math.min(step, shown - max)} more {view.byPrefix ? 'groups' : 'workers'}
          </Button>
          <span>
            {max} of {shown} shown
          </span>
        </p>
      )}
    </div>
  );
}

interface HeadProps extends Pick<WorkersTableProps, 'view' | 'onView'> {
  readonly reports: boolean;
}

/** The heads of the columns; pressing one orders by it, pressing it again turns the order around. */
function Head({ view, onView, reports }: HeadProps) {
  const head = (sort: WorkerSort, text: string, isNumber = true) => {
    const direction = directionOf(view, sort);
    return (
      <th scope="col" className={isNumber ? styles.number : undefined} aria-sort={direction}>
        <button type="button" className={styles.sort} onClick={() => onView(sortedBy(view, sort))}>
          {text}
          {direction !== undefined && <Icon name={direction === 'ascending' ? 'up' : 'caret'} />}
        </button>
      </th>
    );
  };
  return (
    <thead>
      <tr>
        {head('name', 'Worker', false)}
        {head('state', 'State', false)}
        {head('rate', 'Now')}
        {reports && (
          <th scope="col" className={styles.number}>
            Reported
          </th>
        )}
        {head('accepted', 'Accepted, 24 h')}
        {head('stale', 'Stale, 24 h')}
        {head('rejected', 'Rejected, 24 h')}
        {head('last', 'Last share')}
        <th scope="col" className={classNames(styles.more)}>
          <span className="visually-hidden">Reasons</span>
        </th>
      </tr>
    </thead>
  );
}
