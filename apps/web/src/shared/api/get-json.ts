import { isDeferring } from '../deferred/turns.ts';
import { ApiError } from './api-error.ts';
import { noteAnswer, noteSilence } from './reach.ts';
import { readEnvelope } from './read-envelope.ts';
import { site } from './site.ts';

const timeoutMs = 10_000;

/**
 * Gets `path` (`/v5/…`) below the API base and answers its `data`. `Data` is the contract's type for that path.
 * Throws an ApiError; an abort through `signal` passes through as it is.
 */
export async function getJson<Data>(path: string, signal?: AbortSignal): Promise<Data> {
  const { status, body } = await fetchJson(path, { signal });
  return readEnvelope(status, body) as Data;
}

/** The same for a call whose answer has more than `data`: answers the whole of it, once it says `success`. */
export async function getAnswer<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const { status, body } = await fetchJson(path, { signal });
  readEnvelope(status, body);
  return body as Answer;
}

interface Call {
  readonly signal?: AbortSignal | undefined;
  /** Sent as JSON, by POST where no method is named. */
  readonly send?: object;
  readonly method?: 'POST' | 'DELETE';
  readonly authorization?: string | undefined;
}

/** Calls `path` and answers what came. Throws an ApiError where nothing came. */
export async function fetchJson(
  path: string,
  { signal, send, method = send && 'POST', authorization }: Call,
): Promise<{ status: number; body: unknown }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const combined = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  // A call costs a phone a few milliseconds, and the first page makes half a dozen at once.
  if (isDeferring()) await new Promise((resolve) => setTimeout(resolve));
  try {
    const response = await fetch(`${site().apiBase}${path}`, {
      headers: {
        Accept: 'application/json',
        ...(send && { 'Content-Type': 'application/json' }),
        ...(authorization !== undefined && { Authorization: authorization }),
      },
      signal: combined,
      ...(method && { method }),
      ...(send && { body: JSON.stringify(send) }),
    });
    const body: unknown = await response.json().catch((error: unknown) => {
      if (combined.aborted) throw error;
      return null;
    });
    // A proxy in front of the pool answers for it with a page of its own.
    if (body === null && response.status >= 502) noteSilence();
    else noteAnswer();
    return { status: response.status, body };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    noteSilence();
    if (timeout.aborted) throw new ApiError('timeout', null, 'The pool took too long to answer.');
    throw new ApiError('unreachable', null, 'The pool cannot be reached. Check your connection.');
  }
}
