// @vitest-environment happy-dom
import { accountEventsExample } from '@openlode/contracts/examples/account-events';
import { accountPaymentsExample } from '@openlode/contracts/examples/account-payments';
import { accountSummaryExample } from '@openlode/contracts/examples/account-summary';
import { accountWorkersExample } from '@openlode/contracts/examples/account-workers';
import { addressExample, freshAddressExample } from '@openlode/contracts/examples/address';
import {
  liveBalanceExample,
  livePaymentStatusExample,
  liveRewardEventExample,
  liveSummaryExample,
  liveWorkerEventExample,
} from '@openlode/contracts/examples/live';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, serveAnswers } from '../../testing/serve-answers.ts';
import { addressQuery } from '../../shared/api/address-query.ts';
import { eventsQuery, paymentsQuery, summaryQuery, workersQuery } from './address-api.ts';
import { buildMinerHandlers } from './miner-handlers.ts';
import { listedEvents } from './live-patches.ts';

const miner = { uuid: addressExample.data.uuid, coin: 'DOGE', address: addressExample.data.address };
const events = eventsQuery(miner.uuid);

const quiet: Answers = {
  '/events': accountEventsExample,
  '/summary': accountSummaryExample,
  '/workers': accountWorkersExample,
  '/address/': addressExample,
};

async function openPage(answers: Answers = quiet) {
  const asked = serveAnswers(answers);
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  await Promise.all([
    queryClient.prefetchInfiniteQuery(events),
    queryClient.prefetchQuery(summaryQuery(miner.uuid)),
    queryClient.prefetchQuery(workersQuery(miner.uuid)),
    queryClient.prefetchQuery(addressQuery(miner.coin, miner.address)),
  ]);
  asked.length = 0;
  return { queryClient, asked, handlers: buildMinerHandlers(queryClient, miner) };
}

function listed(queryClient: QueryClient, { queryKey } = events): readonly number[] {
  const data = queryClient.getQueryData(queryKey);
  return data === undefined ? [] : listedEvents(data).map((event) => event.seq);
}

beforeEach(() => {
  vi.unstubAllGlobals();
});

describe('buildMinerHandlers', () => {
  it('lists a live event and has the workers fetched again', async () => {
    const { queryClient, handlers } = await openPage();
    handlers.onEvent({ ...liveWorkerEventExample, q: 42 });
    await vi.waitFor(() => expect(listed(queryClient)).toEqual([42, 41, 40, 39, 38, 37]));
    expect(queryClient.getQueryState(workersQuery(miner.uuid).queryKey)?.isInvalidated).toBe(true);
  });

  it('has the workers fetched at once, and then at most every two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { queryClient, handlers } = await openPage();
      const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
      const { queryKey } = workersQuery(miner.uuid);
      const refreshed = () =>
        invalidated.mock.calls.filter(([filters]) => filters?.queryKey?.[2] === queryKey[2]).length;
      for (let event = 0; event < 8; event += 1) {
        handlers.onEvent({ ...liveWorkerEventExample, q: 42 + event });
        await vi.advanceTimersByTimeAsync(500);
      }
      expect(listed(queryClient)[0]).toBe(49);
      // At once, after two seconds and after four.
      expect(refreshed()).toBe(3);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(refreshed()).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('fetches what a gap in the numbers shows to be missing [sock-03]', async () => {
    const missed = {
      ...accountEventsExample,
      data: {
        list: [42, 43, 44].map((seq) => ({ ...accountEventsExample.data.list[2], seq })),
        has_next: false,
        has_prev: true,
      },
    };
    const { queryClient, asked, handlers } = await openPage({ 'events?after=41': missed, ...quiet });
    handlers.onEvent({ ...liveWorkerEventExample, q: 44 });
    await vi.waitFor(() => expect(listed(queryClient)).toEqual([44, 43, 42, 41, 40, 39, 38, 37]));
    expect(asked).toEqual([`/api/v5/account/${miner.uuid}/events?after=41`]);
  });

  it('keeps an event that came while an earlier page, or the list itself, was on its way', async () => {
    const { queryClient, handlers } = await openPage({
      ...quiet,
      '/events': { ...accountEventsExample, data: { ...accountEventsExample.data, has_next: true } },
    });
    const older = {
      list: [{ ...accountEventsExample.data.list[2], seq: 12 }],
      has_next: false,
      has_prev: true,
    };
    let release = () => {};
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          release = () => resolve(new Response(JSON.stringify({ ...accountEventsExample, data: older })));
        }),
    );
    const more = new InfiniteQueryObserver(queryClient, events).fetchNextPage();
    handlers.onEvent({ ...liveWorkerEventExample, q: 42 });
    await vi.waitFor(() => expect(listed(queryClient)[0]).toBe(42));
    release();
    await more;
    expect(listed(queryClient)).toEqual([42, 41, 40, 39, 38, 37, 12]);

    const ofWorkers = eventsQuery(miner.uuid, ['worker', 'payout']);
    const first = queryClient.prefetchInfiniteQuery(ofWorkers);
    handlers.onEvent({ ...liveWorkerEventExample, q: 43 });
    await vi.waitFor(() => expect(listed(queryClient)[0]).toBe(43));
    release();
    await first;
    expect(listed(queryClient, ofWorkers)).toEqual([43, 12]);
  });

  it('keeps a balance that came while the lookup was on its way', async () => {
    const { queryClient, handlers } = await openPage();
    let release = () => {};
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          release = () => resolve(new Response(JSON.stringify(addressExample)));
        }),
    );
    const lookup = addressQuery(miner.coin, miner.address);
    const again = queryClient.fetchQuery({ ...lookup, staleTime: 0 });
    handlers.onBalance({ ...liveBalanceExample, b: '21', pb: '21' });
    release();
    await again;
    expect(queryClient.getQueryData(lookup.queryKey)?.balance).toBe('21');
  });

  it('has a reward that waits to be converted looked at again when another comes: that may be its conversion', async () => {
    const [first, ...others] = accountEventsExample.data.list.filter(({ event }) => event === 'reward');
    const lines = [{ pending_conversion: true, pending_reason: 'no_price' }];
    const waiting = {
      ...first,
      data: { ...first?.data, amount: '0', amount_extended: '0', receipt: { lines } },
    };
    const list = [waiting, ...others];
    const { queryClient, handlers } = await openPage({
      ...quiet,
      '/events': { ...accountEventsExample, data: { ...accountEventsExample.data, list } },
    });
    const isOld = () => queryClient.getQueryState(events.queryKey)?.isInvalidated;
    const next = (first?.seq ?? 0) + 1;
    handlers.onEvent({ ...liveWorkerEventExample, q: next });
    await vi.waitFor(() => expect(listed(queryClient)[0]).toBe(next));
    expect(isOld()).toBe(false);
    handlers.onEvent({ ...liveRewardEventExample, q: next + 1 });
    await vi.waitFor(() => expect(isOld()).toBe(true));
    expect(listed(queryClient)[0]).toBe(next + 1);
  });

  it('catches up after it joined again [sock-03]', async () => {
    const missed = {
      ...accountEventsExample,
      data: {
        list: [{ ...accountEventsExample.data.list[2], seq: 42 }],
        has_next: false,
        has_prev: true,
      },
    };
    const { queryClient, handlers } = await openPage({ 'events?after=41': missed, ...quiet });
    handlers.onJoined();
    await vi.waitFor(() => expect(listed(queryClient)[0]).toBe(42));
    expect(queryClient.getQueryState(summaryQuery(miner.uuid).queryKey)?.isInvalidated).toBe(true);
  });

  it('takes balance and summary into the answers', async () => {
    const { queryClient, handlers } = await openPage();
    handlers.onBalance({ ...liveBalanceExample, b: '13', pb: '13' });
    handlers.onSummary({ ...liveSummaryExample, w: 7, t: 1738324799999 });
    expect(queryClient.getQueryData(addressQuery('DOGE', miner.address).queryKey)?.balance).toBe('13');
    expect(queryClient.getQueryData(summaryQuery(miner.uuid).queryKey)?.raw.worker_count).toBe(7);
  });

  it('ends the welcome of a fresh address with the first sign of life, and fetches its code', async () => {
    const { queryClient, handlers } = await openPage({ ...quiet, '/address/': freshAddressExample });
    const key = addressQuery('DOGE', miner.address).queryKey;
    expect(queryClient.getQueryData(key)?.fresh).toBe(true);
    handlers.onEvent({ ...liveWorkerEventExample, q: 1 });
    expect(queryClient.getQueryData(key)?.fresh).toBe(false);
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it('brings a payment further on in place, and fetches the list for one that is new', async () => {
    const { queryClient, asked, handlers } = await openPage({
      '/payments': accountPaymentsExample,
      ...quiet,
    });
    const { queryKey } = paymentsQuery(miner.uuid, 1);
    await queryClient.prefetchQuery(paymentsQuery(miner.uuid, 1));
    handlers.onPayment({ ...livePaymentStatusExample, uuid: miner.uuid, id: 379743, status: 'success' });
    expect(queryClient.getQueryData(queryKey)?.list[0]?.status).toBe('success');
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
    handlers.onPayment({ ...livePaymentStatusExample, uuid: miner.uuid, id: 380001 });
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
    expect(asked).toHaveLength(1);
  });
});
