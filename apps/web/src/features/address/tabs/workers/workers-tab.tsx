import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { changePreferences, usePreference } from '../../../../shared/storage/preference-store.ts';
import { withHiddenWorker } from '../../../../shared/storage/preferences.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { rejectsQuery, type WorkersByAlgorithm } from '../../address-api.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import { AlgorithmChart } from './algorithm-chart.tsx';
import { listWorkers, withoutHidden, workerKey } from './list-workers.ts';
import { type CountsByName, countsByAlgorithm } from './share-words.ts';
import { WorkersTable } from './workers-table.tsx';
import styles from './workers-tab.module.css';

interface WorkersTabProps {
  readonly uuid: string;
  readonly query: UseQueryResult<WorkersByAlgorithm>;
  /** What the charts of the answer cover. */
  readonly hours: 1 | 24;
}

/** A chart and a table for each algorithm that the account mines. */
export function WorkersTab({ uuid, query, hours }: WorkersTabProps) {
  const words = useAlgorithmWords();
  const rejects = useQuery(rejectsQuery(uuid));
  const list = rejects.data?.list;
  const counts = useMemo(() => (list === undefined ? null : countsByAlgorithm(list)), [list]);
  const chosen = usePreference('hiddenWorkers');
  const { data, error } = query;
  const all = useMemo(() => (data === undefined ? [] : listWorkers(data)), [data]);
  const hideWorker = useCallback(
    (algorithm: string, name: string) =>
      changePreferences((old) => withHiddenWorker(old, workerKey(uuid, algorithm, name))),
    [uuid],
  );
  const failure = error !== null && <FailureNotice error={error} onRetry={() => void query.refetch()} />;
  if (data === undefined) return failure || <TableSkeleton />;
  const { groups, hidden } = withoutHidden(all, uuid, chosen);
  return (
    <div className={styles.tab}>
      {failure}
      {error === null && rejects.error !== null && (
        <FailureNotice error={rejects.error} onRetry={() => void rejects.refetch()}>
          <p>
            {counts === null
              ? 'The shares of the workers are not known meanwhile.'
              : 'The counts of shares are older.'}
          </p>
        </FailureNotice>
      )}
      {all.length === 0 && (
        <EmptyState title="You have no workers online; you are currently offline">
          It can take up to 10 minutes until a worker shows up here after it has started.
        </EmptyState>
      )}
      {groups.map((group) => (
        <section key={group.algorithm} aria-labelledby={`workers-${group.algorithm}`}>
          <h2 id={`workers-${group.algorithm}`} className={styles.title}>
            {words.nameOf(group.algorithm)}{' '}
            {words.itemOf(group.algorithm)?.deactivated === true && <Tag>Deprecated</Tag>}{' '}
            <small>
              {group.online} of {group.workers.length} online
            </small>
          </h2>
          <AlgorithmChart
            chart={group.chart}
            hours={hours}
            fetchedAt={query.dataUpdatedAt}
            algorithm={group.algorithm}
            algorithmName={words.nameOf(group.algorithm)}
            item={words.itemOf(group.algorithm)}
            rateOf={words.rateOf}
          />
          <WorkersTable
            label={`${words.nameOf(group.algorithm)} workers`}
            algorithm={group.algorithm}
            workers={group.workers}
            rateOf={words.rateOf}
            counts={counts && (counts.get(group.algorithm) ?? noCounts)}
            onHide={hideWorker}
          />
        </section>
      ))}
      {hidden.length > 0 && (
        <p className={styles.hidden}>
          {hidden.length === 1
            ? '1 offline worker is hidden.'
            : `${hidden.length} offline workers are hidden.`}{' '}
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
      )}
    </div>
  );
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
