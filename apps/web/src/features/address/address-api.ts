import type {
  AccountEvent,
  AccountEventsResponse,
  RewardEvent,
} from '@openlode/contracts/http/account-events';
import type { AccountExpectedResponse } from '@openlode/contracts/http/account-expected';
import type { AccountPaymentsResponse } from '@openlode/contracts/http/account-payments';
import type { AccountReferralsResponse } from '@openlode/contracts/http/account-referrals';
import type { AccountRejectsResponse } from '@openlode/contracts/http/account-rejects';
import type { AccountStats } from '@openlode/contracts/http/account-stats';
import type { AccountSummary } from '@openlode/contracts/http/account-summary';
import type { AccountWorkersResponse } from '@openlode/contracts/http/account-workers';
import type { ReferralInfoResponse } from '@openlode/contracts/http/referral-info';
import type { ReferralReportsResponse } from '@openlode/contracts/http/referral-reports';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getJson } from '../../shared/api/get-json.ts';

export type EventsPage = AccountEventsResponse['data'];
export type PaymentsPage = AccountPaymentsResponse['data'];
export type ReferralsPage = AccountReferralsResponse['data'];
export type WorkersByAlgorithm = AccountWorkersResponse['data'];

export function summaryQuery(uuid: string) {
  return queryOptions({
    queryKey: ['account', uuid, 'summary'],
    queryFn: ({ signal }) => getJson<AccountSummary>(`/v5/account/${uuid}/summary`, signal),
  });
}

/** What other pools are expected to pay for work that they gave. */
export function expectedQuery(uuid: string) {
  return queryOptions({
    queryKey: ['account', uuid, 'expected'],
    queryFn: ({ signal }) => getJson<AccountExpectedResponse['data']>(`/v5/account/${uuid}/expected`, signal),
  });
}

export function workersKey(uuid: string) {
  return ['account', uuid, 'workers'] as const;
}

/** Workers of a page, over all algorithms: `workersPageMax` of the contract. */
export const workersPerPage = 1000;

/** The workers of the first page, and the hashrate of all over the past `hours`. */
export function workersQuery(uuid: string, hours: 1 | 24 = 1) {
  return queryOptions({
    queryKey: [...workersKey(uuid), hours],
    queryFn: ({ signal }) =>
      getJson<WorkersByAlgorithm>(`/v5/account/${uuid}/workers?period=${hours}h`, signal),
    placeholderData: keepPreviousData,
  });
}

/** The workers of a page after the first. */
export function laterWorkersQuery(uuid: string, page: number) {
  return queryOptions({
    queryKey: [...workersKey(uuid), 'page', page],
    queryFn: ({ signal }) => getJson<WorkersByAlgorithm>(`/v5/account/${uuid}/workers?page=${page}`, signal),
    refetchInterval: 60_000,
  });
}

/** What became of the shares of each worker of a page. */
export function rejectsQuery(uuid: string, page = 1) {
  return queryOptions({
    queryKey: ['account', uuid, 'rejects', page],
    queryFn: ({ signal }) =>
      getJson<AccountRejectsResponse['data']>(
        `/v5/account/${uuid}/rejects${page === 1 ? '' : `?page=${page}`}`,
        signal,
      ),
    refetchInterval: 60_000,
  });
}

export function statsQuery(uuid: string) {
  return queryOptions({
    queryKey: ['account', uuid, 'stats'],
    queryFn: ({ signal }) => getJson<AccountStats>(`/v5/account/${uuid}/stats`, signal),
    staleTime: 60_000,
  });
}

export function paymentsKey(uuid: string) {
  return ['account', uuid, 'payments'] as const;
}

/** Ten payments, the newest on page 1. */
export function paymentsQuery(uuid: string, page: number) {
  return queryOptions({
    queryKey: [...paymentsKey(uuid), page],
    queryFn: ({ signal }) => getJson<PaymentsPage>(`/v5/account/${uuid}/payments?page=${page}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** Own codes, and ten of the workers that mine with one of them. */
export function referralsQuery(uuid: string, page: number) {
  return queryOptions({
    queryKey: ['account', uuid, 'referrals', page],
    queryFn: ({ signal }) => getJson<ReferralsPage>(`/v5/account/${uuid}/referrals?page=${page}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** Active miners with the miner's custom code, day by day. */
export function referralReportsQuery(uuid: string) {
  return queryOptions({
    queryKey: ['account', uuid, 'referral-reports'],
    queryFn: ({ signal }) =>
      getJson<ReferralReportsResponse['data']>(`/v5/account/${uuid}/referral/reports`, signal),
    staleTime: 10 * 60_000,
  });
}

export function tiersQuery() {
  return queryOptions({
    queryKey: ['referral-tiers'],
    queryFn: ({ signal }) => getJson<ReferralInfoResponse['data']>('/v5/referral/info', signal),
    staleTime: 10 * 60_000,
  });
}

/** All lists of events of a miner, by the kinds that they hold. */
export function eventsKey(uuid: string) {
  return ['account', uuid, 'events'] as const;
}

export const eventKinds = ['reward', 'worker', 'payout'] as const;
export type EventKind = (typeof eventKinds)[number];

/** What happened, newest first; of some kinds, or of every kind with the owner's actions. `kinds` in the order of `eventKinds`. */
export function eventsQuery(uuid: string, kinds: readonly EventKind[] = []) {
  const types = kinds.join(',');
  return infiniteQueryOptions({
    queryKey: [...eventsKey(uuid), types],
    queryFn: ({ pageParam, signal }) =>
      getJson<EventsPage>(
        `/v5/account/${uuid}/events?page=${pageParam}${types === '' ? '' : `&type=${types}`}`,
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.has_next ? page + 1 : null),
  });
}

/** A reward as it stands now: what waited for a rate may have been converted since. */
export function receiptQuery(uuid: string, seq: number) {
  return queryOptions({
    queryKey: ['account', uuid, 'receipt', seq],
    queryFn: ({ signal }) => getJson<RewardEvent>(`/v5/account/${uuid}/receipts/${seq}`, signal),
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
