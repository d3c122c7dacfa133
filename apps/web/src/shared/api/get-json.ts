import { ApiError } from './api-error.ts';
import { readEnvelope } from './read-envelope.ts';
import { site } from './site.ts';

const timeoutMs = 10_000;

/**
 * Gets `path` (`/v5/…`) below the API base and answers its `data`. `Data` is the contract's type for that path.
 * Throws an ApiError; an abort through `signal` passes through as it is.
 */
export async function getJson<Data>(path: string, signal?: AbortSignal): Promise<Data> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const combined = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`${site().apiBase}${path}`, {
      headers: { Accept: 'application/json' },
      signal: combined,
    });
    body = await response.json().catch((error: unknown) => {
      if (combined.aborted) throw error;
      return null;
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (timeout.aborted) throw new ApiError('timeout', null, 'The pool took too long to answer.');
    throw new ApiError('unreachable', null, 'The pool cannot be reached. Check your connection.');
  }
  return readEnvelope(response.status, body) as Data;
}
