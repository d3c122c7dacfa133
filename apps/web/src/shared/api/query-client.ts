import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** A refusal will not change by asking again at once; a lost connection may. */
function mayRetry(failureCount: number, error: Error): boolean {
  if (error instanceof ApiError && error.failure === 'refused') return false;
  return failureCount < 2;
}

const tooManyAgainMs = 20_000;

/** When a query asks again that has failed and has nothing to show: the pool counts calls by the minute, and refuses what is too many. */
export function refetchAfterTooMany(error: Error | null): number | false {
  return error instanceof ApiError && error.status === 429 ? tooManyAgainMs : false;
}

export function buildQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: mayRetry,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
        refetchInterval: ({ state }) => (state.data === undefined ? refetchAfterTooMany(state.error) : false),
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
