import { useInfiniteQuery } from '@tanstack/react-query';
import { failureText } from '../../../../shared/api/api-error.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { eventsQuery } from '../../address-api.ts';
import { listedEvents } from '../../live-patches.ts';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import { EventRow } from './event-row.tsx';
import styles from './live-tab.module.css';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useAnnouncedEvents } from './use-announced-events.ts';

interface LiveTabProps {
  readonly uuid: string;
  /** Symbol of the payout coin. */
  readonly coin: string;
}

/** What happened to the account, newest first; new events arrive on top by themselves. */
export function LiveTab({ uuid, coin }: LiveTabProps) {
  const query = useInfiniteQuery(eventsQuery(uuid));
  const { nameOf } = useAlgorithmWords();
  const events = query.data === undefined ? null : listedEvents(query.data);
  const isNew = useAnnouncedEvents(events, coin, nameOf);

  const failure = query.error !== null && (
    <Notice
      tone="error"
      title={failureText(query.error)}
      live="polite"
      action={<Button onClick={() => void query.refetch()}>Try again</Button>}
    />
  );
  if (events === null) return failure || <RowsSkeleton />;
  return (
    <div className={styles.tab}>
      {failure}
      {events.length === 0 ? (
        <EmptyState title="You have no live updating data, yet">
          Rewards, workers that come and go, and payouts are listed here as they happen, and kept for 7 days.
        </EmptyState>
      ) : (
        <ol className={styles.list} aria-label="Live events">
          {events.map((event) => (
            <EventRow key={event.seq} event={event} coin={coin} nameOf={nameOf} isNew={isNew(event)} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? 'Loading...' : 'Load earlier events'}
        </Button>
      )}
    </div>
  );
}
