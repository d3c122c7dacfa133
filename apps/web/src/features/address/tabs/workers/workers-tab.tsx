import type { UseQueryResult } from '@tanstack/react-query';
import { failureText } from '../../../../shared/api/api-error.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import type { WorkersByAlgorithm } from '../../address-api.ts';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import { listWorkers } from './list-workers.ts';
import { WorkersTable } from './workers-table.tsx';
import styles from './workers-tab.module.css';

/** One table for each algorithm that the account mines. */
export function WorkersTab({ query }: { readonly query: UseQueryResult<WorkersByAlgorithm> }) {
  const words = useAlgorithmWords();
  const { data, error } = query;
  const failure = error !== null && (
    <Notice
      tone="error"
      title={failureText(error)}
      live="polite"
      action={<Button onClick={() => void query.refetch()}>Try again</Button>}
    />
  );
  if (data === undefined) return failure || <TableSkeleton />;
  const groups = listWorkers(data);
  return (
    <div className={styles.tab}>
      {failure}
      {groups.length === 0 && (
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
          <WorkersTable
            label={`${words.nameOf(group.algorithm)} workers`}
            workers={group.workers}
            rateOf={(rate) => words.rateOf(group.algorithm, rate)}
          />
        </section>
      ))}
    </div>
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
