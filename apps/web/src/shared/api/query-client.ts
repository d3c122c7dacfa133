import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** A refusal will not change by asking again; a lost connection may. */
function mayRetry(failureCount: number, error: Error): boolean {
  if (error instanceof ApiError && error.failure === 'refused' && error.status !== 429) return false;
  return failureCount < 2;
}

export function buildQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: mayRetry,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // An offline visitor gets the designed failure with its retry at once, not a query that waits in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
