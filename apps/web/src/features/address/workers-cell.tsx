import { Link } from '@tanstack/react-router';
import { relativeTimeText } from '../../shared/format/relative-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { StateMark } from '../../shared/ui/state-mark.tsx';
import type { WorkersByAlgorithm } from './address-api.ts';
import { CellSkeleton } from './cell-skeleton.tsx';
import { countWorkers } from './count-workers.ts';
import { isSilent } from './is-stale.ts';
import styles from './strip-cells.module.css';

interface WorkersCellProps {
  /** Null while it is fetched. */
  readonly online: number | null;
  /** Null while they are fetched. */
  readonly workers: WorkersByAlgorithm | null;
  /** Algorithms with a worker online. */
  readonly algorithms: number;
  /** The last accepted share of any worker, in ms. */
  readonly last: number | null;
}

/** Workers online of all, on how many algorithms, and which are not. */
export function WorkersCell({ online, workers, algorithms, last }: WorkersCellProps) {
  const now = useNow();
  if (online === null) return <CellSkeleton notes={1} />;
  // Both figures are fetched on their own; the total is never the smaller one.
  const all = workers === null ? null : Math.max(countWorkers(workers), online);
  return (
    <>
      <p className={styles.value}>
        {online} {all !== null && <span className={styles.unit}>of {all}</span>}
      </p>
      <p className={styles.note}>
        {online === 0 ? (
          <StateMark state="idle">None online</StateMark>
        ) : last !== null && isSilent(last, now) ? (
          <StateMark state="waiting">Silent: last share {relativeTimeText(last, now)}</StateMark>
        ) : all === null || all === online ? (
          <StateMark state="good">All online</StateMark>
        ) : (
          <OfflineWorkers workers={workers ?? {}} count={all - online} />
        )}
      </p>
      {online > 0 && (
        <p className={styles.quiet}>
          {last !== null && isSilent(last, now)
            ? 'A worker counts as offline after 15 minutes without a share.'
            : `on ${algorithms === 1 ? '1 algorithm' : `${algorithms} algorithms`}`}
        </p>
      )}
    </>
  );
}

/** The only one by its name; several as a link to the list of them. */
function OfflineWorkers(props: { readonly workers: WorkersByAlgorithm; readonly count: number }) {
  const now = useNow();
  const offline = Object.values(props.workers).flatMap(({ workers }) =>
    workers.filter((worker) => !worker.online),
  );
  const [only, another] = offline;
  return (
    <StateMark state="idle">
      <span className={styles.offline}>
        {only !== undefined && another === undefined ? (
          `${only.name} offline, last share ${relativeTimeText(only.last, now)}`
        ) : (
          <Link
            to="."
            search={(old) => ({ ...old, tab: 'workers' as const, state: 'offline' })}
            resetScroll={false}
          >
            {props.count} offline
          </Link>
        )}
      </span>
    </StateMark>
  );
}
