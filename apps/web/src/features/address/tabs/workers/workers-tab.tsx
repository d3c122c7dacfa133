import type { WorkerRejects } from '@openlode/contracts/http/account-rejects';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { changePreferences, usePreference } from '../../../../shared/storage/preference-store.ts';
import { withHiddenWorker } from '../../../../shared/storage/preferences.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import type { WorkersByAlgorithm } from '../../address-api.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import { AlgorithmChart } from './algorithm-chart.tsx';
import { FindWorker } from './find-worker.tsx';
import { countPage } from './join-pages.ts';
import { listWorkers, type WorkerGroup, withName, withoutHidden, workerKey } from './list-workers.ts';
import { type CountsByName, countsByAlgorithm } from './share-words.ts';
import { useWorkerPages } from './use-worker-pages.ts';
import { WorkersTable } from './workers-table.tsx';
import styles from './workers-tab.module.css';

interface WorkersTabProps {
  readonly uuid: string;
  readonly query: UseQueryResult<WorkersByAlgorithm>;
  /** What the charts of the answer cover. */
  readonly hours: 1 | 24;
}

/** A table shows so many rows at first, and so many more each time it is asked. */
const rowsStep = 200;
/** A shorter list needs no search. */
const searchFrom = 20;

/** A chart and a table for each algorithm that the account mines. */
export function WorkersTab({ uuid, query, hours }: WorkersTabProps) {
  const pages = useWorkerPages(uuid, query.data);
  const [rows, setRows] = useState(rowsStep);
  const [text, setText] = useState('');
  const chosen = usePreference('hiddenWorkers');
  const { data, rejects, hasMore } = pages;
  const all = useMemo(() => (data === undefined ? [] : listWorkers(data)), [data]);
  const error = query.error ?? pages.failure;
  const retry = () => {
    pages.retry();
    if (query.error !== null) void query.refetch();
  };
  const failure = error !== null && <FailureNotice error={error} onRetry={retry} />;
  if (data === undefined) return failure || <TableSkeleton />;
  const { groups, hidden } = withoutHidden(all, uuid, chosen);
  const found = withName(groups, text);
  const loaded = countPage(data);
  const isCut = found.some(({ workers }) => workers.length > rows);
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
      {loaded > searchFrom && (
        <FindWorker text={text} onText={setText} found={countOf(found)} loaded={loaded} hasMore={hasMore} />
      )}
      <WorkerGroups
        uuid={uuid}
        groups={found}
        rows={rows}
        list={rejects.list}
        hours={hours}
        fetchedAt={query.dataUpdatedAt}
      />
      {(isCut || hasMore || pages.isFetching) && (
        <Button
          disabled={pages.isFetching}
          onClick={() => {
            setRows(rows + rowsStep);
            if (!isCut) pages.loadMore();
          }}
        >
          {pages.isFetching ? 'Loading...' : 'Show more workers'}
        </Button>
      )}
      {hidden.length > 0 && <HiddenWorkers hidden={hidden} />}
    </div>
  );
}

interface WorkerGroupsProps {
  readonly uuid: string;
  readonly groups: readonly WorkerGroup[];
  /** Of each table. */
  readonly rows: number;
  /** What became of the shares; undefined while that is fetched. */
  readonly list: readonly WorkerRejects[] | undefined;
  readonly hours: 1 | 24;
  readonly fetchedAt: number;
}

function WorkerGroups({ uuid, groups, rows, list, hours, fetchedAt }: WorkerGroupsProps) {
  const words = useAlgorithmWords();
  const counts = useMemo(() => (list === undefined ? null : countsByAlgorithm(list)), [list]);
  const hideWorker = useCallback(
    (algorithm: string, name: string) =>
      changePreferences((old) => withHiddenWorker(old, workerKey(uuid, algorithm, name))),
    [uuid],
  );
  return groups.map((group) => (
    <section key={group.algorithm} aria-labelledby={`workers-${group.algorithm}`}>
      <h2 id={`workers-${group.algorithm}`} className={styles.title}>
        {words.nameOf(group.algorithm)}{' '}
        {words.itemOf(group.algorithm)?.deactivated === true && <Tag>Deprecated</Tag>}{' '}
        <small>
          {group.workers.filter(({ online }) => online).length} of {group.workers.length} online
        </small>
      </h2>
      <AlgorithmChart
        chart={group.chart}
        hours={hours}
        fetchedAt={fetchedAt}
        algorithm={group.algorithm}
        algorithmName={words.nameOf(group.algorithm)}
        item={words.itemOf(group.algorithm)}
        rateOf={words.rateOf}
      />
      <WorkersTable
        label={`${words.nameOf(group.algorithm)} workers`}
        algorithm={group.algorithm}
        workers={group.workers.slice(0, rows)}
        rateOf={words.rateOf}
        counts={counts && (counts.get(group.algorithm) ?? noCounts)}
        onHide={hideWorker}
      />
    </section>
  ));
}

function HiddenWorkers({ hidden }: { readonly hidden: readonly string[] }) {
  return (
    <p className={styles.hidden}>
      {hidden.length === 1 ? '1 offline worker is hidden.' : `${hidden.length} offline workers are hidden.`}{' '}
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
    </p>
  );
}

function countOf(groups: readonly WorkerGroup[]): number {
  return groups.reduce((sum, { workers }) => sum + workers.length, 0);
}

const noCounts: CountsByName = new Map();

function TableSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading workers" aria-busy="true">
      <Skeleton width="220px" line={20} />
      <Skeleton width="100%" line={40} />
      <Skeleton width="100%" line={40} />
    </div>
  );
}
