import type { AccountEvent } from '@openlode/contracts/http/account-events';
import { fromLiveEvent } from '@openlode/contracts/live/account-event-wire';
import type { LiveEvent } from '@openlode/contracts/live/events';
import type { QueryClient } from '@tanstack/react-query';
import { throttled } from '../../shared/time/throttled.ts';
import { eventKinds, eventsKey, eventsQuery, fetchEventsAfter, workersKey } from './address-api.ts';
import { waitOf } from './event-words.ts';
import { type EventsData, listedEvents, newestSeq, withEvents } from './live-patches.ts';
import { patchCached } from './patch-cached.ts';

/** Every choice of kinds that a list may be narrowed to; the empty one is not narrowed. */
const kindSets = Array.from({ length: 2 ** eventKinds.length }, (_, bits) =>
  eventKinds.filter((_kind, index) => (bits >> index) % 2 === 1),
);

/** Whole lists may be hundreds of entries: machines that flap must not have them fetched again with every event. */
const listsPaceMs = 2000;

interface EventIntake {
  /** Adds events to the cached lists, and fetches those that are missing before them. */
  readonly take: (events: readonly LiveEvent[]) => Promise<void>;
  /** Fetches what happened after the newest event that is known. */
  readonly catchUp: () => Promise<void>;
}

/** Brings live events into the cached lists of a miner, each once and without gaps. */
export function buildEventIntake(
  queryClient: QueryClient,
  uuid: string,
  /** The owner changed a setting, here or elsewhere. */
  onSettingsChanged: () => void,
): EventIntake {
  const lists = eventsKey(uuid);
  const refreshWorkers = throttled<true>(
    listsPaceMs,
    () => void queryClient.invalidateQueries({ queryKey: workersKey(uuid) }),
  );
  // A page of earlier events that is on its way is not dropped for it.
  const refreshLists = throttled<true>(
    listsPaceMs,
    () => void queryClient.invalidateQueries({ queryKey: lists }, { cancelRefetch: false }),
  );

  /** A listed reward waits to be converted, and another has come: it may be what became of it. */
  function mayBeConverted(events: readonly AccountEvent[]): boolean {
    if (!events.some(({ event }) => event === 'reward')) return false;
    const numbers = new Set(events.map(({ seq }) => seq));
    return queryClient
      .getQueriesData<EventsData>({ queryKey: lists })
      .flatMap(([, data]) => (data === undefined ? [] : listedEvents(data)))
      .some((event) => event.event === 'reward' && !numbers.has(event.seq) && waitOf(event) === 'now');
  }

  function add(events: readonly AccountEvent[]) {
    for (const kinds of kindSets) {
      const fitting = events.filter(
        ({ event }) => kinds.length === 0 || kinds.some((kind) => kind === event),
      );
      if (fitting.length === 0) continue;
      patchCached<EventsData>(queryClient, eventsQuery(uuid, kinds).queryKey, (old) =>
        withEvents(old, fitting),
      );
    }
    if (events.some(({ event }) => event === 'worker')) refreshWorkers(true);
    if (mayBeConverted(events)) refreshLists(true);
    if (events.some(({ event }) => event === 'account')) onSettingsChanged();
  }

  async function newestKnown() {
    return newestSeq(await queryClient.ensureInfiniteQueryData(eventsQuery(uuid)));
  }

  async function addAfter(seq: number) {
    const missed = await fetchEventsAfter(uuid, seq);
    if (missed === null) await queryClient.invalidateQueries({ queryKey: lists });
    else add(missed);
  }

  return {
    async take(events) {
      const known = await newestKnown();
      add(events.map(fromLiveEvent));
      const numbers = new Set(events.map((event) => event.q));
      let next = known + 1;
      while (numbers.has(next)) next += 1;
      if (Math.max(...numbers) > next) await addAfter(known);
    },
    async catchUp() {
      await addAfter(await newestKnown());
    },
  };
}
