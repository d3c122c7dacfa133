import { fromLiveEvent } from '@openlode/contracts/live/account-event-wire';
import type { AccountEvent } from '@openlode/contracts/http/account-events';
import type { AccountSummary } from '@openlode/contracts/http/account-summary';
import type { AddressData } from '@openlode/contracts/http/address';
import type { LiveEvent } from '@openlode/contracts/live/events';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AccountHandlers, joinAccountRoom } from '../../shared/live/account-room.ts';
import { openLiveSocket } from '../../shared/live/live-socket.ts';
import { addressQuery } from '../../shared/api/address-query.ts';
import {
  eventKinds,
  eventsKey,
  eventsQuery,
  fetchEventsAfter,
  type PaymentsPage,
  paymentsKey,
  statsQuery,
  summaryQuery,
  workersKey,
} from './address-api.ts';
import { waitOf } from './event-words.ts';
import { paced } from '../../shared/time/paced.ts';
import {
  type EventsData,
  listedEvents,
  newestSeq,
  withBalance,
  withEvents,
  withoutFresh,
  withPayment,
  withSummary,
} from './live-patches.ts';

interface LiveAccount {
  readonly uuid: string;
  /** As in the URL: the key of the lookup's answer. */
  readonly coin: string;
  readonly address: string;
}

/** Keeps the answers of an account up to date while its page is shown: joins its room, and leaves it. */
export function useLiveAccount({ uuid, coin, address }: LiveAccount): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let leave: (() => void) | null = null;
    let gone = false;
    const handlers = buildAccountHandlers(queryClient, { uuid, coin, address });
    openLiveSocket().then(
      (socket) => {
        if (!gone) leave = joinAccountRoom(socket, uuid, handlers);
      },
      () => {
        // Without the socket the page refetches; the strip says that it is not live.
      },
    );
    return () => {
      gone = true;
      leave?.();
    };
  }, [queryClient, uuid, coin, address]);
}

/** Every choice of kinds that a list may be narrowed to; the empty one is not narrowed. */
const kindSets = Array.from({ length: 2 ** eventKinds.length }, (_, bits) =>
  eventKinds.filter((_kind, index) => (bits >> index) % 2 === 1),
);

/** Events are drawn at most this often. */
const eventPaceMs = 500;
/** So are whole lists fetched again, which may be hundreds of entries: machines that flap must not have that done with every event. */
const listsPaceMs = 2000;

/** What a message does to the cached answers. */
export function buildAccountHandlers(queryClient: QueryClient, account: LiveAccount): AccountHandlers {
  const { uuid } = account;
  const lookup = addressQuery(account.coin, account.address).queryKey;
  const summary = summaryQuery(uuid).queryKey;
  const workers = workersKey(uuid);
  const payments = paymentsKey(uuid);
  const stats = statsQuery(uuid).queryKey;
  const events = eventsQuery(uuid);

  const refreshWorkers = paced<true>(
    listsPaceMs,
    () => void queryClient.invalidateQueries({ queryKey: workers }),
  );

  const lists = eventsKey(uuid);
  // A page of earlier events that is on its way is not dropped for it.
  const refreshEvents = paced<true>(
    listsPaceMs,
    () => void queryClient.invalidateQueries({ queryKey: lists }, { cancelRefetch: false }),
  );

  /** A listed reward waits to be converted, and another has come: it may be what became of it. */
  function mayBeConverted(list: readonly AccountEvent[]): boolean {
    if (!list.some(({ event }) => event === 'reward')) return false;
    const numbers = new Set(list.map(({ seq }) => seq));
    return queryClient
      .getQueriesData<EventsData>({ queryKey: lists })
      .flatMap(([, data]) => (data === undefined ? [] : listedEvents(data)))
      .some((event) => event.event === 'reward' && !numbers.has(event.seq) && waitOf(event) === 'now');
  }

  function noticeLife() {
    const wasFresh = queryClient.getQueryData(lookup)?.fresh === true;
    queryClient.setQueryData(lookup, (old) => old && withoutFresh(old));
    // Code and mining key were made with the first share.
    if (wasFresh) void queryClient.invalidateQueries({ queryKey: lookup });
  }

  /** Changes a cached answer; and one that is on its way, once it is here: it may say how things were before. */
  function patch<Data>(queryKey: readonly unknown[], change: (old: Data) => Data) {
    const put = () => queryClient.setQueryData<Data>(queryKey, (old) => old && change(old));
    put();
    const query = queryClient.getQueryCache().find({ queryKey, exact: true });
    if (query?.state.fetchStatus !== 'idle') query?.promise?.then(put, ignoreFailure);
  }

  function addTo(queryKey: typeof events.queryKey, list: readonly AccountEvent[]) {
    if (list.length > 0) patch<EventsData>(queryKey, (old) => withEvents(old, list));
  }

  function addEvents(list: readonly AccountEvent[]) {
    for (const kinds of kindSets)
      addTo(
        eventsQuery(uuid, kinds).queryKey,
        list.filter(({ event }) => kinds.length === 0 || kinds.some((kind) => kind === event)),
      );
    if (list.some((event) => event.event === 'worker')) refreshWorkers(true);
    if (mayBeConverted(list)) refreshEvents(true);
    // The owner changed a setting, here or elsewhere.
    if (list.some((event) => event.event === 'account'))
      void queryClient.invalidateQueries({ queryKey: lookup });
  }

  async function newestKnown() {
    return newestSeq(await queryClient.ensureInfiniteQueryData(events));
  }

  async function catchUp(after: number) {
    const missed = await fetchEventsAfter(uuid, after);
    if (missed === null) await queryClient.invalidateQueries({ queryKey: lists });
    else addEvents(missed);
  }

  async function takeEvents(list: readonly LiveEvent[]) {
    noticeLife();
    const known = await newestKnown();
    addEvents(list.map(fromLiveEvent));
    const numbers = new Set(list.map((event) => event.q));
    let next = known + 1;
    while (numbers.has(next)) next += 1;
    if (Math.max(...numbers) > next) await catchUp(known);
  }

  /** The list's own state shows what failed; a later message or a retry repairs it. */
  const ignoreFailure = () => {};

  return {
    onEvent: paced(eventPaceMs, (list) => void takeEvents(list).catch(ignoreFailure)),
    onBalance(balance) {
      patch<AddressData>(lookup, (old) => withBalance(old, balance));
      // Which part of it came from mining the message does not say.
      void queryClient.invalidateQueries({ queryKey: stats });
    },
    onPayment(payment) {
      const pages = queryClient.getQueriesData<PaymentsPage>({ queryKey: payments });
      const isListed = pages.some(([, page]) => page?.list.some(({ id }) => id === payment.id));
      for (const [queryKey] of pages) patch<PaymentsPage>(queryKey, (old) => withPayment(old, payment));
      // One that is not listed yet is new, and moves the others down; one that settled changes the totals.
      if (!isListed) void queryClient.invalidateQueries({ queryKey: payments });
      if (payment.settled_at !== null) void queryClient.invalidateQueries({ queryKey: stats });
    },
    onSummary(message) {
      if (message.w > 0) noticeLife();
      patch<AccountSummary>(summary, (old) => withSummary(old, message));
    },
    onJoined() {
      void newestKnown().then(catchUp).catch(ignoreFailure);
      for (const queryKey of [lookup, summary, workers, payments, stats])
        void queryClient.invalidateQueries({ queryKey });
    },
  };
}
