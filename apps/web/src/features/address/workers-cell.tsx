import { StateMark } from '../../shared/ui/state-mark.tsx';
import { CellSkeleton } from './cell-skeleton.tsx';
import styles from './strip-cells.module.css';

interface WorkersCellProps {
  /** Null while it is fetched. */
  readonly online: number | null;
  readonly total: number | null;
  /** Algorithms that somebody is online on. */
  readonly algorithms: number;
}

/** Workers online of all, and on how many algorithms. */
export function WorkersCell({ online, total, algorithms }: WorkersCellProps) {
  if (online === null) return <CellSkeleton notes={1} />;
  // Both figures are fetched on their own; the total is never the smaller one.
  const all = total === null ? null : Math.max(total, online);
  const offline = all === null ? 0 : all - online;
  return (
    <>
      <p className={styles.value}>
        {online} {all !== null && <span className={styles.unit}>of {all}</span>}
      </p>
      <p className={styles.note}>
        {online === 0 ? (
          <StateMark state="idle">None online</StateMark>
        ) : offline === 0 ? (
          <StateMark state="good">All online</StateMark>
        ) : (
          <StateMark state="idle">{offline} offline</StateMark>
        )}
      </p>
      {online > 0 && (
        <p className={styles.quiet}>on {algorithms === 1 ? '1 algorithm' : `${algorithms} algorithms`}</p>
      )}
    </>
  );
}
