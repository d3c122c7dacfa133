/** Why a call gave no data. */
export type ApiFailure =
  /** The server answered and said no; `message` is its own sentence. */
  | 'refused'
  /** No answer: offline, or the server is down. */
  | 'unreachable'
  /** No answer in time. */
  | 'timeout'
  /** An answer that is not one of ours, such as a proxy's error page. */
  | 'malformed';

/** A failed call. `message` may be shown to a visitor. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  /** The HTTP status; null where there was no answer. */
  readonly status: number | null;

  constructor(failure: ApiFailure, status: number | null, message: string) {
    super(message);
    this.name = 'ApiError';
    this.failure = failure;
    this.status = status;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.failure === 'refused' && error.status === 404;
}

/** Whether the server itself said no; that it is asked too often says nothing of what was asked. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.failure === 'refused' && error.status !== 429;
}

/** Whether the server gave no answer of its own: what was asked of it may have been done or not. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.failure !== 'refused';
}

/** What to tell the visitor: the server's own words, else what happened. */
export function failureText(error: unknown): string {
  return error instanceof ApiError ? error.message : 'An error occurred';
}
