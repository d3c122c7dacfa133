import { useCallback } from 'react';
import { changePreferences } from '../../../../shared/storage/preference-store.ts';
import { withHiddenWorkers } from '../../../../shared/storage/preferences.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import { AlgorithmChart } from './algorithm-chart.tsx';
import { type WorkerGroup, workerKey } from './list-workers.ts';
import type { CountsByName } from './share-words.ts';
import type { WorkerLine, WorkerView } from './worker-view.ts';
import { WorkersTable } from './workers-table.tsx';
import styles from './workers-tab.module.css';

export interface SectionLines extends WorkerGroup {
  /** The workers that the view lists. */
  readonly lines: readonly WorkerLine[];
}

interface AlgorithmSectionProps {
  readonly uuid: string;
  readonly section: SectionLines;
  readonly view: WorkerView;
  readonly onView: (next: WorkerView) => void;
  /** The page has many algorithms: each begins with a few lines. */
  readonly isCompact: boolean;
  readonly isNarrow: boolean;
  /** By algorithm; null while they are fetched. */
  readonly counts: ReadonlyMap<string, CountsByName> | null;
  readonly hours: 1 | 24;
  readonly fetchedAt: number;
  readonly isChartOpen: boolean;
  readonly onChart: (open: boolean) => void;
}

/** Lines that a table begins with: on a phone a line is twice as high. */
const firstLines = { wide: 25, narrow: 10, compact: 5 } as const;

/** What one algorithm earns with, its chart on request, and its workers. */
export function AlgorithmSection(props: AlgorithmSectionProps) {
  const { uuid, section, view, onView, isCompact, isNarrow, counts, hours, fetchedAt, isChartOpen, onChart } =
    props;
  const { algorithm, chart, lines, workers, online } = section;
  const words = useAlgorithmWords();
  const name = words.nameOf(algorithm);
  const item = words.itemOf(algorithm);
  const rate = words.rateOf(
    algorithm,
    workers.reduce((sum, { chr }) => sum + chr, 0),
  );
  const areSimulated = workers.every(({ simulated }) => simulated === true);
  const hide = useCallback(
    (algorithm: string, names: readonly string[]) =>
      changePreferences((old) =>
        withHiddenWorkers(
          old,
          names.map((worker) => workerKey(uuid, algorithm, worker)),
        ),
      ),
    [uuid],
  );
  return (
    <section aria-labelledby={`workers-${algorithm}`}>
      <div className={styles.head}>
        <h2 id={`workers-${algorithm}`} className={styles.title}>
          {name} {item?.deactivated === true && <Tag>Deprecated</Tag>} {areSimulated && <Tag>Simulated</Tag>}{' '}
          <small>
            {online} of {workers.length} online
            {online > 0 && `, ${rate.value} ${rate.unit}`}
          </small>
        </h2>
        <Button small aria-expanded={isChartOpen} onClick={() => onChart(!isChartOpen)}>
          {isChartOpen ? 'Hide chart' : 'Show chart'}
          <span className="visually-hidden"> of {name}</span>
        </Button>
      </div>
      {isChartOpen && (
        <AlgorithmChart
          chart={chart}
          hours={hours}
          fetchedAt={fetchedAt}
          algorithm={algorithm}
          algorithmName={name}
          item={item}
          rateOf={words.rateOf}
        />
      )}
      <WorkersTable
        label={`${name} workers`}
        algorithm={algorithm}
        lines={lines}
        view={view}
        onView={onView}
        first={isCompact ? firstLines.compact : isNarrow ? firstLines.narrow : firstLines.wide}
        rateOf={words.rateOf}
        marksSimulated={!areSimulated}
        counts={counts && (counts.get(algorithm) ?? noCounts)}
        onHide={hide}
      />
    </section>
  );
}

const noCounts: CountsByName = new Map();
