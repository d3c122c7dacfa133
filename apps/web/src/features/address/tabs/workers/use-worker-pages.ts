import type { WorkerRejects } from '@openlode/contracts/http/account-rejects';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  laterWorkersQuery,
  rejectsQuery,
  type WorkersByAlgorithm,
  workersPerPage,
} from '../../address-api.ts';
import { countPage, joinPages } from './join-pages.ts';

/** The workers of a miner page by page, the first of which is given, and what became of their shares. */
export function useWorkerPages(uuid: string, first: WorkersByAlgorithm | undefined) {
  const [pages, setPages] = useState(1);
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const later = useQueries({
    queries: numbers.slice(1).map((page) => laterWorkersQuery(uuid, page)),
    combine: combineWorkers,
  });
  const rejects = useQueries({
    queries: numbers.map((page) => rejectsQuery(uuid, page)),
    combine: combineRejects,
  });
  const data = useMemo(
    () => (first === undefined ? undefined : joinPages([first, ...later.pages])),
    [first, later.pages],
  );
  const last = later.pages.at(-1) ?? first;
  return {
    data,
    rejects,
    failure: later.error,
    retry: later.retry,
    isFetching: later.pages.length < pages - 1,
    /** There may be workers that are not loaded. */
    hasMore: last !== undefined && countPage(last) >= workersPerPage,
    loadMore: () => setPages(pages + 1),
  };
}

function combineWorkers(results: readonly UseQueryResult<WorkersByAlgorithm>[]) {
  return {
    pages: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => retryFailed(results),
  };
}

function combineRejects(results: readonly UseQueryResult<{ list: readonly WorkerRejects[] }>[]) {
  return {
    list: results[0]?.data === undefined ? undefined : results.flatMap(({ data }) => data?.list ?? []),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => retryFailed(results),
  };
}

function retryFailed(results: readonly UseQueryResult[]): void {
  for (const { error, refetch } of results) if (error !== null) void refetch();
}
