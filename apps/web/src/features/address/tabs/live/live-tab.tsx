import type { AddressData } from '@openlode/contracts/http/address';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveStatus } from '../../../../shared/live/live-socket.ts';
import { changePreferences, usePreference } from '../../../../shared/storage/preference-store.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ChipSet } from '../../../../shared/ui/chip-filter.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { type EventKind, eventKinds, eventsQuery } from '../../address-api.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { listedEvents } from '../../live-patches.ts';
import { site } from '../../../../shared/api/site.ts';
import { isSimulated } from '../../is-simulated.ts';
import { networkName } from '../../network-name.ts';
import { useAlgorithmWords } from '../../use-algorithm-words.ts';
import { useFiat } from '../../../../shared/api/use-fiat.ts';
import { EventRow } from './event-row.tsx';
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

/** What happened to the account, newest first; new events arrive on top by themselves. */
export function LiveTab({ uuid, coin, chains }: LiveTabProps) {
  const kept = usePreference('liveFilter');
  const kinds = eventKinds.filter((known) => kept.includes(known));
  const query = useInfiniteQuery(eventsQuery(uuid, kinds));
  const isLost = useLiveStatus() === 'lost';
  const { nameOf, itemOf } = useAlgorithmWords();
  const names = useMemo(
    () => ({ algorithm: nameOf, network: (code: string) => networkName(chains, code) }),
    [nameOf, chains],
  );
  const simulations = {
    payouts: site().sandbox,
    isSimulatedWork: (code: string) => itemOf(code)?.work === 'simulated',
  };
  const events = query.data === undefined ? null : listedEvents(query.data);
  const pages = query.data?.pages.length ?? 0;
  const { past } = useFiat(coin);
  const isNew = useAnnouncedEvents(events, coin, names);

  const failure = query.error !== null && (
    <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
  );
  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <ChipSet<Label>
          label="Kinds of event"
          options={labels}
          chosen={kinds.map((kind) => kindLabels[kind])}
          onChange={(chosen) =>
            changePreferences((old) => ({
              ...old,
              liveFilter: eventKinds.filter((known) => chosen.includes(kindLabels[known])),
            }))
          }
        />
        <p>Events are kept for 7 days</p>
      </div>
      {isLost && (
        <p className={styles.lost} role="status">
          Live updates are paused. When the connection is back, they continue with everything you missed.
        </p>
      )}
      {failure}
      {events === null ? (
        failure === false && <RowsSkeleton />
      ) : events.length === 0 && kinds.length > 0 ? (
        <EmptyState title="There are no events with the current filters.">
          Clear the filters to see everything of the past 7 days.
        </EmptyState>
      ) : events.length === 0 ? (
        <EmptyState title="You have no live updating data, yet">
          Rewards, worker status changes and payouts appear here as they happen and are kept for 7 days.
        </EmptyState>
      ) : (
        <ol className={styles.list} aria-label="Live events">
          {events.map((event) => (
            <EventRow
              key={event.seq}
              event={event}
              uuid={uuid}
              coin={coin}
              names={names}
              {...past}
              simulated={isSimulated(event, simulations)}
              isNew={isNew(event)}
            />
          ))}
        </ol>
      )}
      {events !== null && query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? 'Loading...' : 'Load earlier events'}
        </Button>
      )}
      {/* After the first click, scrolling loads more. Keyed by page, because an observer does not fire again for an end that stays visible. */}
      {pages > 1 && query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError && (
        <LoadOnSight key={pages} onSight={() => void query.fetchNextPage()} />
      )}
    </div>
  );
}

const kindLabels = { reward: 'Rewards', worker: 'Workers', payout: 'Payouts' } as const satisfies Record<
  EventKind,
  string
>;
type Label = (typeof kindLabels)[EventKind];
const labels = eventKinds.map((kind) => kindLabels[kind]);
