import type { AddressData } from '@openlode/contracts/http/address';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveStatus } from '../../../../shared/live/live-socket.ts';
import { usePreference } from '../../../../shared/storage/preference-store.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { eventKinds, eventsQuery } from '../../address-api.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { listedEvents } from '../../live-patches.ts';
import { networkName } from '../../network-name.ts';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import { EventFilter } from './event-filter.tsx';
import { EventList } from './event-list.tsx';
import styles from './live-tab.module.css';
import { LoadOnSight } from './load-on-sight.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useAnnouncedEvents } from './use-announced-events.ts';

interface LiveTabProps {
  readonly uuid: string;
  /** Symbol of the payout coin. */
  readonly coin: string;
  /** The networks of the coin, for their names. */
  readonly chains: AddressData['chains'];
}

/** What happened to the miner, newest first; new events arrive on top by themselves. */
export function LiveTab({ uuid, coin, chains }: LiveTabProps) {
  const kept = usePreference('liveFilter');
  const kinds = eventKinds.filter((known) => kept.includes(known));
  const query = useInfiniteQuery(eventsQuery(uuid, kinds));
  const isLost = useLiveStatus() === 'lost';
  const { nameOf } = useAlgorithmWords();
  const names = useMemo(
    () => ({ algorithm: nameOf, network: (code: string) => networkName(chains, code) }),
    [nameOf, chains],
  );
  const events = query.data === undefined ? null : listedEvents(query.data);
  // Here and not in the list, which is not there before the first event: that one is new as well.
  const isNew = useAnnouncedEvents(events, coin, names);

  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <EventFilter kinds={kinds} />
        <p>Events are kept for 7 days</p>
      </div>
      {isLost && (
        <p className={styles.lost} role="status">
          Live updates are paused. When the connection is back, they continue with everything you missed.
        </p>
      )}
      {query.error !== null && <FailureNotice error={query.error} onRetry={() => void query.refetch()} />}
      {events === null ? (
        query.error === null && <RowsSkeleton />
      ) : events.length === 0 ? (
        <NoEvents isFiltered={kinds.length > 0} />
      ) : (
        <EventList uuid={uuid} coin={coin} events={events} names={names} isNew={isNew} />
      )}
      {query.hasNextPage && (
        <EarlierEvents
          pages={query.data?.pages.length ?? 0}
          isLoading={query.isFetchingNextPage}
          isFailed={query.isFetchNextPageError}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
    </div>
  );
}

function NoEvents({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="There are no events with the current filters.">
      Clear the filters to see everything of the past 7 days.
    </EmptyState>
  ) : (
    <EmptyState title="You have no live updating data, yet">
      Rewards, worker status changes and payouts appear here as they happen and are kept for 7 days.
    </EmptyState>
  );
}

interface EarlierEventsProps {
  /** How many pages there are already. */
  readonly pages: number;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly onLoad: () => void;
}

/** Loads more by a click, and after the first one by scrolling. */
function EarlierEvents({ pages, isLoading, isFailed, onLoad }: EarlierEventsProps) {
  return (
    <>
      <Button disabled={isLoading} onClick={onLoad}>
        {isLoading ? 'Loading...' : 'Load earlier events'}
      </Button>
      {/* Keyed by page, because an observer does not fire again for an end that stays visible. */}
      {pages > 1 && !isLoading && !isFailed && <LoadOnSight key={pages} onSight={onLoad} />}
    </>
  );
}
