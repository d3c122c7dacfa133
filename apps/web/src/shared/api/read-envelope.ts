import { ApiError } from './api-error.ts';

/**
 * Takes `data` out of an answer `{ success, data, msg, message }`. Its shape is the server's promise, kept by the
 * schemas of @openlode/contracts on that side; here only the envelope is checked. Throws an ApiError.
 */
export function readEnvelope(status: number, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('success' in body)) {
    if (status >= 500) throw new ApiError('unreachable', status, 'The pool does not answer at the moment.');
    throw new ApiError('malformed', status, 'An error occurred');
  }
  if (body.success !== true || status >= 400) throw new ApiError('refused', status, ownWords(body));
  if (!('data' in body)) throw new ApiError('malformed', status, 'An error occurred');
  return body.data;
}

function ownWords(body: object): string {
  if ('msg' in body && typeof body.msg === 'string' && body.msg !== '') return body.msg;
  if ('message' in body && typeof body.message === 'string' && body.message !== '') return body.message;
  return 'An error occurred';
}
