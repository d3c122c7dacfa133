import type { AccountEvent, AccountEventsResponse } from '@openlode/contracts/http/account-events';
import type { AccountSummary } from '@openlode/contracts/http/account-summary';
import type { AccountWorkersResponse } from '@openlode/contracts/http/account-workers';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getJson } from '../../shared/api/get-json.ts';

export type EventsPage = AccountEventsResponse['data'];
export type WorkersByAlgorithm = AccountWorkersResponse['data'];

export function summaryQuery(uuid: string) {
  return queryOptions({
    queryKey: ['account', uuid, 'summary'],
    queryFn: ({ signal }) => getJson<AccountSummary>(`/v5/account/${uuid}/summary`, signal),
  });
}

export function workersQuery(uuid: string) {
  return queryOptions({
    queryKey: ['account', uuid, 'workers'],
    queryFn: ({ signal }) => getJson<WorkersByAlgorithm>(`/v5/account/${uuid}/workers`, signal),
  });
}

export function eventsQuery(uuid: string) {
  return infiniteQueryOptions({
    queryKey: ['account', uuid, 'events'],
    queryFn: ({ pageParam, signal }) =>
      getJson<EventsPage>(`/v5/account/${uuid}/events?page=${pageParam}`, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.has_next ? page + 1 : null),
  });
}

/** Events with a greater `seq`, oldest first: what was missed. Null when too many were missed to fetch them one by one. */
export async function fetchEventsAfter(uuid: string, seq: number): Promise<readonly AccountEvent[] | null> {
  const missed: AccountEvent[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const page = await getJson<EventsPage>(`/v5/account/${uuid}/events?after=${missed.at(-1)?.seq ?? seq}`);
    missed.push(...page.list);
    if (!page.has_next || page.list.length === 0) return missed;
  }
  return null;
}
