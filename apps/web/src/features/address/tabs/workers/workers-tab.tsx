import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { changePreferences, usePreference } from '../../../../shared/storage/preference-store.ts';
import { withHiddenWorkers } from '../../../../shared/storage/preferences.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import type { WorkersByAlgorithm } from '../../address-api.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { AlgorithmSection, type SectionLines } from './algorithm-section.tsx';
import { ExportWorkers } from './export-workers.tsx';
import { countPage } from './join-pages.ts';
import { listWorkers, withoutHidden, workerKey, type WorkerGroup } from './list-workers.ts';
import { countsByAlgorithm } from './share-words.ts';
import { useWorkerPages } from './use-worker-pages.ts';
import { useWorkerView } from './use-worker-view.ts';
import { firstView, isInState, viewWorkers, type WorkerState, type WorkerView } from './worker-view.ts';
import { ChartChoices, WorkersToolbar } from './workers-toolbar.tsx';
import styles from './workers-tab.module.css';

interface WorkersTabProps {
  readonly uuid: string;
  readonly query: UseQueryResult<WorkersByAlgorithm>;
  /** What the charts of the answer cover. */
  readonly hours: 1 | 24;
}

/** A shorter list needs no search. */
const toolbarFrom = 11;

/** The workers of each algorithm that the miner mines, found, filtered and ordered by one view, and charts of their hashrate. */
export function WorkersTab({ uuid, query, hours }: WorkersTabProps) {
  const pages = useWorkerPages(uuid, query.data);
  const [view, setView] = useWorkerView();
  const chosen = usePreference('hiddenWorkers');
  const { data, rejects, hasMore } = pages;
  const all = useMemo(() => (data === undefined ? [] : listWorkers(data)), [data]);
  const counts = useMemo(
    () => (rejects.list === undefined ? null : countsByAlgorithm(rejects.list)),
    [rejects.list],
  );
  const { groups, hidden } = useMemo(() => withoutHidden(all, uuid, chosen), [all, uuid, chosen]);
  const sections = useMemo(() => linesOf(groups, counts, view), [groups, counts, view]);
  const error = query.error ?? pages.failure;
  const retry = () => {
    pages.retry();
    if (query.error !== null) void query.refetch();
  };
  const failure = error !== null && <FailureNotice error={error} onRetry={retry} />;
  if (data === undefined) return failure || <TableSkeleton />;
  const loaded = countPage(data);
  return (
    <div className={styles.tab}>
      {failure}
      {error === null && rejects.error !== null && (
        <FailureNotice error={rejects.error} onRetry={rejects.retry}>
          <p>
            {rejects.list === undefined
              ? 'Share counts are not available right now.'
              : 'Share counts may be out of date.'}
          </p>
        </FailureNotice>
      )}
      {all.length === 0 && (
        <EmptyState title="You have no workers online; you are currently offline">
          It can take up to 10 minutes until a worker shows up here after it has started.
        </EmptyState>
      )}
      {loaded >= toolbarFrom && (
        <WorkersToolbar
          view={view}
          onView={setView}
          counts={countStates(groups, counts, view)}
          listed={sections.reduce((sum, { lines }) => sum + lines.length, 0)}
          loaded={loaded - hidden.length}
          hasMore={hasMore}
        />
      )}
      <Sections {...{ uuid, sections, view, setView, counts, hours }} fetchedAt={query.dataUpdatedAt} />
      {all.length > 0 && sections.length === 0 && hidden.length < loaded && (
        <EmptyState title="No worker matches">
          <Button onClick={() => setView({ ...view, find: '', state: 'all' })}>Show all workers</Button>
        </EmptyState>
      )}
      {(hasMore || pages.isFetching) && (
        <p>
          <Button disabled={pages.isFetching} onClick={pages.loadMore}>
            {pages.isFetching ? 'Loading...' : 'Load more workers'}
          </Button>
        </p>
      )}
      <OfflineWorkers uuid={uuid} sections={sections} hidden={hidden} />
      <ExportWorkers sections={sections} />
    </div>
  );
}

interface SectionsProps {
  readonly uuid: string;
  readonly sections: readonly SectionLines[];
  readonly view: WorkerView;
  readonly setView: (next: WorkerView) => void;
  readonly counts: ReturnType<typeof countsByAlgorithm> | null;
  readonly hours: 1 | 24;
  readonly fetchedAt: number;
}

/** A page opens with the chart of the first algorithm alone, and on a phone with none: the strip has one in small. */
function Sections({ uuid, sections, view, setView, counts, hours, fetchedAt }: SectionsProps) {
  const [charts, setCharts] = useState<Readonly<Record<string, boolean>>>({});
  const [isNarrow] = useState(() => matchMedia('(max-width: 767px)').matches);
  const first = isNarrow ? undefined : sections[0]?.algorithm;
  const isOpen = (algorithm: string) => charts[algorithm] ?? algorithm === first;
  return (
    <>
      {sections.some(({ algorithm }) => isOpen(algorithm)) && <ChartChoices />}
      {sections.map((section) => (
        <AlgorithmSection
          key={section.algorithm}
          {...{ uuid, section, view, hours, fetchedAt }}
          onView={setView}
          isCompact={sections.length > 2}
          isNarrow={isNarrow}
          counts={counts}
          isChartOpen={isOpen(section.algorithm)}
          onChart={(open) => setCharts({ ...charts, [section.algorithm]: open })}
        />
      ))}
    </>
  );
}

/** What a view leaves of each algorithm; one without a line is left out. */
function linesOf(
  groups: readonly WorkerGroup[],
  counts: ReturnType<typeof countsByAlgorithm> | null,
  view: WorkerView,
): readonly SectionLines[] {
  return groups
    .map((group) => ({
      ...group,
      lines: viewWorkers(group.workers, counts && (counts.get(group.algorithm) ?? new Map()), view),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** How many workers each state has among those that the search finds. */
function countStates(
  groups: readonly WorkerGroup[],
  counts: ReturnType<typeof countsByAlgorithm> | null,
  view: WorkerView,
): Readonly<Record<WorkerState, number>> {
  const lines = linesOf(groups, counts, { ...firstView, find: view.find }).flatMap((group) => group.lines);
  const of = (state: WorkerState) => lines.filter((line) => isInState(line, state)).length;
  return { all: lines.length, offline: of('offline'), online: of('online'), trouble: of('trouble') };
}

interface OfflineWorkersProps {
  readonly uuid: string;
  readonly sections: readonly SectionLines[];
  /** Keys of those that are not listed. */
  readonly hidden: readonly string[];
}

/** Takes all offline workers out of the list at once, and brings hidden ones back. */
function OfflineWorkers({ uuid, sections, hidden }: OfflineWorkersProps) {
  const listed = sections.flatMap(({ algorithm, lines }) =>
    lines.flatMap(({ worker }) => (worker.online ? [] : workerKey(uuid, algorithm, worker.name))),
  );
  if (listed.length < 2 && hidden.length === 0) return null;
  return (
    <p className={styles.hidden}>
      {hidden.length > 0 && (
        <>
          {hidden.length === 1
            ? '1 offline worker is hidden.'
            : `${hidden.length} offline workers are hidden.`}
          <Button
            small
            onClick={() =>
              changePreferences((old) => ({
                ...old,
                hiddenWorkers: old.hiddenWorkers.filter((key) => !hidden.includes(key)),
              }))
            }
          >
            Show them
          </Button>
        </>
      )}
      {listed.length > 1 && (
        <>
          <Button small onClick={() => changePreferences((old) => withHiddenWorkers(old, listed))}>
            Hide {listed.length} offline workers
          </Button>
          <span>Only in this browser, each until it is online again.</span>
        </>
      )}
    </p>
  );
}

function TableSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading workers" aria-busy="true">
      <Skeleton width="220px" line={20} />
      <Skeleton width="100%" line={40} />
      <Skeleton width="100%" line={40} />
    </div>
  );
}
