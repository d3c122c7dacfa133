import { exactClock, exactTime, relativeTime } from '../../shared/format/relative-time.ts';
import { type LiveStatus, useLiveStatus } from '../../shared/live/live-socket.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { type State, StateMark } from '../../shared/ui/state-mark.tsx';
import { CellSkeleton } from './cell-skeleton.tsx';
import { isStale } from './is-stale.ts';
import styles from './strip-cells.module.css';

interface LastUpdateCellProps {
  /** The last update from a worker; null when there never was one, undefined while it is fetched. */
  readonly at: number | null | undefined;
}

/** How long ago a worker was heard, and whether this page hears the pool. */
export function LastUpdateCell({ at }: LastUpdateCellProps) {
  const now = useNow();
  const connection = connectionWords[useLiveStatus()];
  if (at === undefined) return <CellSkeleton notes={2} />;
  const ago = at === null ? null : relativeTime(at, now);
  return (
    <>
      <p className={styles.value}>
        {ago === null || at === null ? (
          'Never'
        ) : (
          <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
            {ago.count === '' ? 'now' : ago.count}{' '}
            <span className={styles.unit}>{ago.count === '' ? '' : ago.unit}</span>
          </time>
        )}
      </p>
      <p className={styles.note}>
        <StateMark state={connection.state}>{connection.word}</StateMark>
      </p>
      {at !== null && (
        <p className={styles.quiet}>
          {isStale(at, now) ? 'Your workers seem to be offline.' : exactClock(at)}
        </p>
      )}
    </>
  );
}

const connectionWords: Readonly<Record<LiveStatus, { readonly state: State; readonly word: string }>> = {
  off: { state: 'idle', word: 'Connecting' },
  connecting: { state: 'idle', word: 'Connecting' },
  live: { state: 'good', word: 'Page is live' },
  lost: { state: 'waiting', word: 'Reconnecting' },
};
